import * as v from 'valibot';
import { isBlank } from './blank.ts';
import { described, type Field, fields } from './described.ts';

declare const paragraphs: unique symbol;
declare const timestamp: unique symbol;

/** Text of several lines, for a reader of answers: the brand separates it from one-line fields. */
export type Paragraphs = string & { readonly [paragraphs]: true };

/** An id in an answer: a positive integer. */
export const Id = v.pipe(v.number(), v.integer(), v.minValue(1));

/**
 * An id in a body or a query: a positive integer or the same as a numeric string. The center converts the string to a
 * number after validation, so handlers see numbers.
 */
export const RequestId = v.union([
  v.pipe(Id, v.maxValue(999_999_999_999_999)),
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'must be an id')),
]) as unknown as v.GenericSchema<number | string, number>;

/** The agents or teams that a body names; a statement of the database can hold no more. */
export const MemberIds = v.pipe(v.array(RequestId), v.maxLength(10_000));

/** A whole number in a query, where everything arrives as text. Converted to a number as `RequestId` is. */
export const Count = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999_999_999)),
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be a whole number')),
]) as unknown as v.GenericSchema<number | string, number>;

/** A length in a query, from 1 to what both databases count to. Converted to a number as `RequestId` is. */
export const Length = v.union([
  v.pipe(Id, v.maxValue(999_999_999)),
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 to 999999999')),
]) as unknown as v.GenericSchema<number | string, number>;

/** A point in time for a reader of answers, still as text: the brand separates it from names. */
export type Timestamp = string & { readonly [timestamp]: true };

/**
 * A point in time in an answer: UTC, `YYYY-MM-DDThh:mm:ss`. A plain text for the side that answers, branded for the
 * side that reads.
 */
export const Timestamp = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)) as unknown as v.GenericSchema<
  string,
  Timestamp
>;

declare const extraFlag: unique symbol;

/** A flag for a reader of answers, if its absence has a meaning: the brand separates it from other flags. */
export type ExtraFlag = boolean & { readonly [extraFlag]: true };

/**
 * A flag that another help center may not have: the client then reads null, not false. A plain boolean for the center.
 */
export const ExtraFlag = v.boolean() as unknown as v.GenericSchema<boolean, ExtraFlag>;

declare const extraIds: unique symbol;

/** A list of ids for a reader of answers, if its absence has a meaning: the brand separates it from other lists. */
export type ExtraIds = number[] & { readonly [extraIds]: true };

/** Ids that another help center may not have: the client then reads null, not `[]`. A plain list for the center. */
export const ExtraIds = v.array(Id) as unknown as v.GenericSchema<number[], ExtraIds>;

const timeHint = 'must be a time such as 2026-01-31T09:30:00';

/** `Date.parse` accepts the 30th of February as the 2nd of March. */
function hasDay(given: string): boolean {
  const day = given.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day;
}

/** A point in time in a request: ISO 8601; UTC without an offset; a fraction of up to three digits. */
export const RequestTimestamp = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/,
    timeHint,
  ),
  v.check(hasDay, timeHint),
);

/** A day of the calendar, in a request and in an answer: `YYYY-MM-DD`. */
export const Day = v.pipe(
  v.string(),
  v.regex(/^(19|2\d)\d\d-\d\d-\d\d$/, 'must be a day such as 2026-01-31'),
  v.check(hasDay, 'must be a day such as 2026-01-31'),
);

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The name of a time zone in a request: one of the IANA database. */
export const Zone = v.pipe(v.string(), v.maxLength(64), v.check(isZone, 'must be a time zone such as Europe/Berlin'));

/** Names in a query: a list that the document names without brackets (`status`, not `status[]`). Both are read. */
export const PlainList = v.pipe(v.array(v.string()), v.metadata({ plainName: true }));

interface QueryField {
  readonly wrapped?: QueryField;
  readonly pipe?: readonly { readonly metadata?: { readonly plainName?: boolean } }[];
}

function isPlain({ pipe = [], wrapped }: QueryField): boolean {
  return pipe.some(({ metadata }) => metadata?.plainName) || (wrapped !== undefined && isPlain(wrapped));
}

/** Whether a query repeats a list's bare name rather than writing `name[]`. */
export function isPlainList(query: unknown, name: string): boolean {
  const field = (query as { readonly entries?: Readonly<Record<string, QueryField>> } | undefined)?.entries?.[name];
  return field !== undefined && isPlain(field);
}

const times = {
  created_at: 'Compares the time of creation.',
  updated_at: 'Compares the time of the last change.',
  last_message_at: 'Compares the time of the last message.',
} as const;

type Times<Name extends string> = { [N in Name]: Field<v.OptionalSchema<typeof RequestTimestamp, undefined>> };

function timeRange(meaning: string) {
  return <const Name extends keyof typeof times>(...names: readonly Name[]) => {
    const compared = names.map((name): [Name, Times<Name>[Name]] => [
      name,
      [v.optional(RequestTimestamp), times[name]],
    ]);
    return [v.optional(described(Object.fromEntries(compared) as Times<Name>)), meaning] as const;
  };
}

/** A list's `before[…]` for the named fields, exclusive. */
export const before = timeRange('Lists only what is earlier than this time, which is UTC if it has no offset.');

/** A list's `after[…]` for the named fields, exclusive. */
export const after = timeRange('Lists only what is later than this time, which is UTC if it has no offset.');

function ofLength(min: number, max: number, measured: (value: string) => string) {
  return v.pipe(
    v.string(),
    v.check(
      given => {
        const value = measured(given);
        const count = value.length <= max && value.length >= min * 2 ? value.length : [...value].length;
        return count >= min && count <= max;
      },
      () => `must be ${min > 0 ? `${min} to` : 'at most'} ${max.toLocaleString('en')} characters long`,
    ),
    v.check(given => min === 0 || !isBlank(given), 'must not be blank'),
    v.metadata({ minLength: min, maxLength: max }),
  );
}

/** Marks a request's text as a single line; by it the center knows that surrounding blanks do not count. */
export const OneLine = v.regex<string, string>(
  /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/,
  'must be one line without control characters',
);

/** A request's text of `min` to `max` characters (code points), line breaks allowed. */
export function text(min: number, max: number) {
  return ofLength(min, max, value => value);
}

/** A request's one-line text of `min` to `max` characters without control characters; the center trims it. */
export function line(min: number, max: number) {
  return v.pipe(
    ofLength(min, max, value => value.trim()),
    OneLine,
  );
}

/** An answer's text of several lines: a plain text for the side that answers, branded for the side that reads. */
export const Paragraphs = v.pipe(v.string(), v.metadata({ paragraphs: true })) as unknown as v.GenericSchema<
  string,
  Paragraphs
>;

/** A field of an answer for programs only, which the desk does not show: the client leaves it out. */
export const Unshown = v.pipe(v.string(), v.metadata({ unshown: true }));

/** The longest email address, in characters. */
export const MAX_EMAIL_LENGTH = 254;

const never = String.raw`\s@<>"(),:;[\]\\\u0000-\u001f\u007f-\u009f`;
const inNoHost = "!#$%&'*+./=?^`{|}~";
/**
 * A name within a host: no hyphen at either end. Without features that only JavaScript's patterns have, because others
 * read it too.
 */
const hostName = `[^${never}${inNoHost}-](?:[^${never}${inNoHost}]*[^${never}${inNoHost}-])?`;

/** An email address: something, `@`, a host of names joined by dots; compared without regard to case. */
export const EmailAddress = v.pipe(
  v.string(),
  v.maxLength(MAX_EMAIL_LENGTH),
  v.regex(new RegExp(`^[^${never}]+@${hostName}(?:\\.${hostName})*$`, 'u'), 'must be an email address'),
);

/** The longest text to search for, in characters. */
export const MAX_SEARCH_LENGTH = 1_000;

/** A list's `q`: words to search for. */
export const SearchText = v.pipe(v.string(), v.maxLength(MAX_SEARCH_LENGTH));

/** The most entries of one page of a list. */
export const MAX_PAGE_SIZE = 200;

/**
 * Which page of a list: `limit` (1 to `maxPageSize`), and the `next_cursor` of the previous page; and the fields of
 * each entry.
 */
export const paging = fields({
  fields: [
    v.optional(v.picklist(['list'])),
    'With `list`, entries have only what a row of a list shows, and what they are sorted by.',
  ],
  limit: [v.optional(Count), `The most entries of one page, from 1 to ${MAX_PAGE_SIZE}.`],
  cursor: [v.optional(v.string()), 'The `next_cursor` of the page before, sent with the same query.'],
});

/** The fields of a list's query that select the page, not the entries. */
export const pageFields: readonly string[] = ['limit', 'cursor', 'sort'];

/** The order of a list: one of the fields, ascending or descending. */
export function sortBy<const Name extends string>(...names: readonly Name[]) {
  return [
    v.optional(v.picklist(names.flatMap(name => [`${name}.asc`, `${name}.desc`] as const))),
    'The field to sort by, ascending or descending.',
  ] as const;
}

/** The query of a conversation's messages, notes, reviews or history, which are in order of time. */
export const timeline = fields({
  ...paging,
  sort: sortBy('created_at'),
  before: before('created_at'),
  after: after('created_at'),
  after_id: [
    v.optional(RequestId),
    'Lists only what has a greater id: what was added since this was the newest. What a merge brings may be older.',
  ],
});
