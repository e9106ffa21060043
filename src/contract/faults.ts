import * as v from 'valibot';
import type { ErrorDetail } from './errors.ts';

type Issue = v.BaseIssue<unknown>;

function pathOf(issue: Issue): string {
  return (issue.path ?? []).map(part => String(part.key)).join('.');
}

const wanted: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  strict_object: 'an object',
  record: 'an object',
  union: 'a whole number',
  integer: 'a whole number',
};

function length(bound: 'at least' | 'at most', { input, requirement }: Issue): string {
  const count = Number(requirement).toLocaleString('en');
  if (!Array.isArray(input)) return `must be ${bound} ${count} characters long`;
  return `must have ${bound} ${count} ${requirement === 1 ? 'entry' : 'entries'}`;
}

function sentence(issue: Issue): string {
  if (issue.received === 'undefined' && issue.path) return 'is required';
  if (!issue.message.startsWith('Invalid')) return issue.message;
  if (issue.expected === 'never') return 'is not a field of this form';
  const needs = String(issue.requirement ?? '');
  switch (issue.type) {
    case 'picklist':
      return `must be one of ${issue.expected?.replace(/[()"]/g, '').replaceAll(' | ', ', ')}`;
    case 'min_length':
      return length('at least', issue);
    case 'max_length':
      return length('at most', issue);
    case 'min_value':
      return `must be at least ${needs}`;
    case 'max_value':
      return `must be at most ${needs}`;
    default:
      return `must be ${wanted[issue.type] ?? 'of the right form'}`;
  }
}

/** If no choice fits, the faults are those of the intended one: the one whose field was given. */
function meant(issue: Issue): readonly Issue[] {
  const inner = (issue.issues ?? []).filter(one => one.path);
  if (issue.type !== 'union' || inner.length === 0 || Array.isArray(issue.input)) return [issue];
  const given = inner.filter(one => one.received !== 'undefined');
  return given.length > 0 ? given : inner.slice(0, 1);
}

/** The fault of each field, in words for a person; the first one if a field has several. */
export function detailsOf(issues: readonly Issue[]): ErrorDetail[] {
  const found = new Map<string, ErrorDetail>();
  for (const issue of issues.flatMap(meant)) {
    const path = pathOf(issue);
    if (!found.has(path)) found.set(path, { path, message: sentence(issue) });
  }
  return [...found.values()];
}

/** The fault of one field's value, in the help center's words; undefined if it is right. */
export function faultOf(schema: v.GenericSchema, value: unknown): string | undefined {
  const { issues } = v.safeParse(schema, value);
  return issues && detailsOf(issues)[0]?.message;
}
