import type { HttpContext } from '../../src/center/http/context.ts';
import { jobsOf } from '../../src/center/model/jobs/all.ts';
import type { Job, JobRunner } from '../../src/center/model/jobs/job.ts';
import { createJobRunner } from '../../src/center/model/jobs/runner.ts';

/** The jobs of one more process on the database of a help center. Close it after the test. */
export function runJobsOf(context: HttpContext, jobs: readonly Job[] = jobsOf(context)): JobRunner {
  const runner = createJobRunner(context);
  for (const job of jobs) runner.add(job);
  return runner;
}
