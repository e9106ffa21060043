import * as v from 'valibot';
import { contents } from '../../contract/conversation-filter.ts';
import { safeBlock } from '../../text/safe.ts';
import { sorts } from '../query/order.ts';
import { type Discarded, type DraftKey, draftKinds } from '../world/draft-kinds.ts';
import { MAX_SAMPLE, type Query, traits } from '../world/query.ts';
import type { OwnLayout } from '../world/viewport.ts';
import type { RestoredCursor } from '../world.ts';

const MAX_MARKS = 20_000;
/** A conversation has no more passages that anybody opens. */
const MAX_OPENED = 1_000;
const MAX_BOXES = 20;
const DRAFT_KEY = /^(note|title|reply|forward):-?\d+$/;
/** No screen is larger. */
const MAX_CELLS = 10_000;

const Id = v.pipe(v.number(), v.safeInteger());
const Index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Day = v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)));

const EXCLUDABLE = {
  statuses: v.array(v.string()),
  assignees: v.array(v.union([Id, v.picklist(['me', 'none'])])),
  inboxes: v.array(Id),
  tags: v.array(v.string()),
};

const KeptQuery: v.GenericSchema<unknown, Query> = v.object({
  ...EXCLUDABLE,
  words: v.string(),
  from: v.string(),
  has: v.array(v.picklist(contents)),
  isUnresolved: v.boolean(),
  isUnread: v.boolean(),
  isWaiting: v.boolean(),
  // Places of earlier versions lack the following fields.
  isAutomatic: v.optional(v.boolean(), false),
  isMentioned: v.optional(v.boolean(), false),
  isFollowed: v.optional(v.boolean(), false),
  isLater: v.optional(v.boolean(), false),
  isDue: v.optional(v.boolean(), false),
  isLate: v.optional(v.boolean(), false),
  dueWithin: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), null),
  counted: v.optional(v.string(), ''),
  writers: v.optional(v.array(Id), []),
  sample: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_SAMPLE))), null),
  not: v.object({
    ...EXCLUDABLE,
    has: v.optional(v.array(v.picklist(contents)), []),
    is: v.optional(v.array(v.picklist(traits)), []),
  }),
  archived: v.picklist(['no', 'only', 'any']),
  before: Day,
  after: Day,
  sort: v.picklist(sorts),
});

const Cursor: v.GenericSchema<unknown, RestoredCursor> = v.object({ id: v.nullable(Id), index: Index, line: Index });
const Text: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.transform(safeBlock));
const Draft = v.object({ text: Text, cursor: Index });
const Cells = v.optional(v.pipe(Index, v.maxValue(MAX_CELLS)));
const KeptLayout: v.GenericSchema<unknown, OwnLayout> = v.object({
  way: v.optional(v.picklist(['beside', 'stacked'])),
  beside: Cells,
  stacked: Cells,
});
const Ids: v.GenericSchema<unknown, readonly number[]> = v.pipe(v.array(Id), v.maxLength(MAX_MARKS));

const KeptDiscarded: v.GenericSchema<unknown, Discarded> = v.object({
  key: v.custom<DraftKey>(isDraftKey),
  fields: v.record(v.string(), Text),
  at: v.number(),
});

function isDraftKey(key: unknown): boolean {
  return DRAFT_KEY.test(String(key));
}

const KeptState = v.object({
  at: v.string(),
  parts: v.record(
    v.string(),
    v.variant('kind', [
      v.object({
        kind: v.picklist(['line', 'text']),
        draft: Draft,
        heldAs: v.optional(v.custom<DraftKey>(isDraftKey)),
        /** Its text is kept in its draft; this much of it stands after the cursor. */
        afterCursor: v.optional(Index),
        /** A password or a token was written in it, and is not kept. */
        isSecret: v.optional(v.literal(true)),
      }),
      v.object({
        kind: v.literal('choices'),
        index: Index,
        optionId: v.optional(v.string()),
        draft: v.nullable(Draft),
        isTaken: v.optional(v.boolean()),
        chosen: v.optional(v.pipe(v.array(v.string()), v.readonly())),
      }),
      v.object({ kind: v.literal('button'), words: v.string() }),
      v.object({ kind: v.literal('buttons') }),
      v.object({ kind: v.literal('page'), top: Index }),
    ]),
  ),
});

const KeptStep = v.variant('kind', [
  v.object({
    kind: v.literal('asked'),
    box: v.string(),
    left: KeptState,
    answer: v.record(v.string(), Text),
  }),
  v.object({ kind: v.literal('read'), value: v.unknown() }),
  v.object({ kind: v.literal('done') }),
]);

/**
 * The kept part of an open box. Those of other kinds than `box` and `closed` are of versions before: `data` was their
 * input.
 */
export const KeptBox = v.variant('kind', [
  v.object({
    kind: v.literal('picker'),
    actionId: v.string(),
    targets: Ids,
    index: Index,
    optionId: v.optional(v.string()),
    draft: v.nullable(Draft),
    data: v.optional(v.unknown()),
  }),
  v.object({
    kind: v.literal('field'),
    actionId: v.string(),
    targets: Ids,
    /** Absent if its text is a draft: it is kept there. */
    text: v.optional(Text),
    /** How much of the text stands after the cursor: what is typed grows before it, also after the place was kept. */
    afterCursor: v.optional(Index, 0),
    multiline: v.boolean(),
    draftKind: v.optional(v.picklist(draftKinds)),
    data: v.optional(v.unknown()),
  }),
  v.object({ kind: v.literal('help'), isPalette: v.boolean(), draft: Draft, index: Index }),
  v.object({ kind: v.literal('sheet'), actionId: v.string(), top: Index, data: v.optional(v.unknown()) }),
  /** Its flow checks the input, and whether the steps answer what it asks. */
  v.object({
    kind: v.literal('box'),
    flow: v.string(),
    targets: Ids,
    input: v.optional(v.unknown()),
    steps: v.array(KeptStep),
    state: KeptState,
    sent: v.optional(v.object({ body: v.string(), key: v.string() })),
  }),
  /** It is not opened again; for a secret, by a version before. */
  v.object({ kind: v.literal('closed'), actionId: v.string(), why: v.picklist(['question', 'secret']) }),
]);
export type KeptBox = v.InferOutput<typeof KeptBox>;
export type KeptFlow = Extract<KeptBox, { kind: 'box' }>;
export type KeptState = v.InferOutput<typeof KeptState>;

/** The place of a desk when it ended: plain data, which the next desk restores. */
export const Place = v.object({
  /** Another form is of another version. */
  form: v.literal(1),
  query: KeptQuery,
  inboxCursor: v.nullable(v.string()),
  pane: v.picklist(['inboxes', 'list', 'detail']),
  isWide: v.boolean(),
  cursor: Cursor,
  /** The marked conversations, by the list in which they were marked. */
  marks: v.array(v.object({ query: KeptQuery, ids: Ids })),
  detail: v.nullable(
    v.object({
      id: Id,
      formerId: v.nullable(Id),
      section: v.picklist(['thread', 'notes', 'history', 'reviews', 'contacts']),
      top: Index,
      entryKey: v.nullable(v.string()),
      opened: v.pipe(v.array(v.string()), v.maxLength(MAX_OPENED)),
    }),
  ),
  /** Where attachments were saved last. */
  saveFolder: v.optional(v.nullable(Text)),
  /** The orders of given views. */
  viewSorts: v.optional(v.record(v.string(), v.picklist(sorts)), {}),
  /** How the agent arranged list and detail, by the columns of the screen. */
  ownLayouts: v.optional(v.record(v.string(), KeptLayout), {}),
  discarded: v.optional(v.array(KeptDiscarded), []),
  /** The lowest first. */
  boxes: v.pipe(v.array(KeptBox), v.maxLength(MAX_BOXES)),
});
export type Place = v.InferOutput<typeof Place>;

/** A place that was kept; undefined if it is damaged, or of another version. Never throws. */
export function readPlace(kept: unknown): Place | undefined {
  const { success, output } = v.safeParse(Place, kept);
  return success ? output : undefined;
}
