import type { ModelContext } from '../context.ts';
import { dueJob } from './due.ts';
import { clearJob, eraseJob, idleJob } from './erase.ts';
import { forgetJob } from './forget.ts';
import type { Job } from './job.ts';
import { spansJob } from './spans.ts';
import { reapJob, sweepJob } from './uploads.ts';
import { wakeJob } from './wake.ts';

/** The jobs of every help center. Where mail goes out there is one more: see mail/automatic/rating-request.ts. */
export function jobsOf(context: ModelContext): readonly Job[] {
  const makers = [wakeJob, dueJob, spansJob, eraseJob, clearJob, idleJob, sweepJob, reapJob, forgetJob];
  return makers.map(make => make(context));
}
