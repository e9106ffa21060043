import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node';
import './skipped.ts';

/** A test that did not run. */
export interface Skip {
  /** Its file, and the project that it was to run in. */
  readonly file: string;
  /** Undefined if no reason was given. */
  readonly reason: string | undefined;
  readonly name: string;
}

const MAX_NAMES = 3;

function named(skips: readonly Skip[]): string {
  return skips.length > MAX_NAMES ? `${skips.length} tests` : skips.map(({ name }) => JSON.stringify(name)).join(', ');
}

function listed(skips: readonly Skip[]): string[] {
  return [...Map.groupBy(skips, ({ file }) => file)].map(([file, of]) => `    ${file}: ${named(of)}`);
}

/** The list of what was skipped, a reason a paragraph; empty if all ran. */
function describeSkips(skips: readonly Skip[]): string {
  const byReason = Map.groupBy(skips, ({ reason }) => reason);
  const reasonless = byReason.get(undefined) ?? [];
  byReason.delete(undefined);
  const parts = [...byReason].map(([reason, of]) => [`  ${of.length} because ${reason}`, ...listed(of)].join('\n'));
  if (reasonless.length > 0)
    parts.push(
      [
        `  ${reasonless.length} without a reason, which is refused. Give one by skippedFor(reason) or skip(condition, reason).`,
        ...listed(reasonless),
      ].join('\n'),
    );
  return parts.length === 0 ? '' : `${['Skipped:', ...parts].join('\n')}\n`;
}

function* waysUp(test: TestCase): Generator<TestCase | TestSuite | TestModule> {
  for (let at: TestCase | TestSuite | TestModule = test; ; at = at.parent) {
    yield at;
    if (at.type === 'module') return;
  }
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return note || [...waysUp(test)].map(task => task.meta().skippedFor).find(Boolean);
}

/** A failed hook skips the tests after it: the failure is the reason, and is in the report. */
function hasFailedAbove(test: TestCase): boolean {
  return [...waysUp(test)].some(task => task.type !== 'test' && task.errors().length > 0);
}

/** The projects of which no test ran. */
function idleProjects(modules: readonly TestModule[]): string[] {
  const byProject = Map.groupBy(modules, ({ project }) => project.name || 'tests');
  const hasRun = (test: TestCase) => test.result().state !== 'skipped';
  return [...byProject].flatMap(([name, of]) =>
    of.some(module => !module.ok() || [...module.children.allTests()].some(hasRun)) ? [] : [name],
  );
}

/**
 * Lists the skipped tests and their reasons at the end of a run, and what passed at its second try alone. A run fails if a test is skipped without a reason, or if
 * all tests of a project are skipped: it would say that they hold.
 */
export class SkipReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: readonly unknown[], end: TestRunEndReason): void {
    // What `-t` leaves out, or a run that is broken off, looks as if it was skipped.
    const isWhole = end !== 'interrupted' && !this.vitest?.config.testNamePattern;
    const root = this.vitest?.config.root ?? '';
    const skips = modules.flatMap(module =>
      [...module.children.allTests('skipped')]
        .filter(test => !hasFailedAbove(test))
        .map(test => ({
          file: [module.project.name, relative(root, module.moduleId)].filter(Boolean).join(' '),
          reason: reasonOf(test),
          name: test.fullName,
        }))
        .filter(({ reason }) => isWhole || reason !== undefined),
    );
    process.stdout.write(describeSkips(skips));
    for (const module of modules)
      for (const test of module.children.allTests())
        if (test.diagnostic()?.flaky) process.stdout.write(`Passed at its second try alone: ${test.fullName}\n`);
    const idle = isWhole ? idleProjects(modules) : [];
    for (const name of idle) process.stdout.write(`No test of ${name} ran, which is refused.\n`);
    if (idle.length > 0 || skips.some(({ reason }) => reason === undefined)) process.exitCode = 1;
  }
}
