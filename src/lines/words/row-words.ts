import { markedIds } from '../../state/list/marks.ts';
import { type RowState, rowStateOf, STATE_WORDS } from '../../state/list/row-state.ts';
import { presentWords, waitsText } from '../../state/list/words.ts';
import { conversationOf } from '../../state/visible.ts';
import { agentName, inboxName, statusOf } from '../../state/words/names.ts';
import { personName } from '../../state/words/person-name.ts';
import type { Conversation, World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { spansInWords } from '../../text/time-words.ts';
import { eachGrapheme } from '../../text/width.ts';
import { listed } from './spoken.ts';
import { WORDINGS } from './wordings.ts';

/** With the prompt and the words before a row at an edge, a step of the cursor writes at most 200 bytes. */
const MAX_ROW = 180;
const MAX_STATES = 60;
const MAX_AGENT = 24;
const MAX_CUSTOMER = 48;
const CUSTOMER_COLUMNS = 40;
/** A title is never cut shorter than this: then the row is longer. */
const MIN_TITLE = 20;

const WORDS = new Map<RowState, SafeText>(STATE_WORDS);

/** A conversation of the list: its states, then its number, title and people. */
export function rowWords(world: World, id: number): SafeText {
  const conversation = conversationOf(world, id);
  const states = statesOf(world, id, conversation);
  if (!conversation) return t`${headOf(states)}${id}, not read yet.`;
  const { requester, assign_to, inbox_id, tags } = conversation;
  const from = requester === null ? t`no contact` : personName(world, requester, CUSTOMER_COLUMNS);
  const { before, after } = WORDINGS[world.speak].row({
    states,
    waits: spansInWords(waitsText(conversation, world.now)),
    present: presentWords(world, id),
    from: cutBytes(from, MAX_CUSTOMER),
    assignee: assigneeWords(world, assign_to),
    inbox: inbox_id === null ? t`no inbox` : inboxName(world, inbox_id),
    tags,
  });
  const head = headOf(before);
  const end = t`, ${listed(after)}.`;
  const number = safeLine(String(id));
  const room = MAX_ROW - Buffer.byteLength(`${head}${number}, ${end}`);
  return t`${head}${number}, ${cutBytes(conversation.title, Math.max(MIN_TITLE, room))}${end}`;
}

function headOf(states: readonly SafeText[]): SafeText {
  const said = cutBytes(listed(states), MAX_STATES);
  return said === '' ? t`` : t`${said}: `;
}

function statesOf(world: World, id: number, conversation: Conversation | undefined): readonly SafeText[] {
  const { list } = world;
  const state = rowStateOf(world, id);
  const marked = markedIds(list).includes(id) ? [t`marked`] : [];
  if (state === 'gone') return [...marked, list.gone.get(id) ?? WORDS.get(state)!];
  if (!conversation) return marked;
  const own =
    state === 'otherStatus' || state === 'closed' ? statusOf(world, conversation) : WORDS.get(state ?? 'gone')!;
  const said = state === undefined || state === 'waits' || state === 'later' ? [] : [own];
  return [...marked, ...said, ...(conversation.archived ? [t`archived`] : [])];
}

function assigneeWords(world: World, id: number | null): SafeText {
  if (id === null) return t``;
  return id === world.me?.id ? t`yours` : t`assigned to ${cutBytes(agentName(world, id), MAX_AGENT)}`;
}

const CUT = '...';

/** The text, or its beginning and `...` if it has more than `bytes` bytes of UTF-8; cut at a word if one is near. */
export function cutBytes(text: SafeText, bytes: number): SafeText {
  if (text.length <= bytes && Buffer.byteLength(text) <= bytes) return text;
  let kept = 0;
  let size = CUT.length;
  eachGrapheme(text, (start, end) => {
    size += Buffer.byteLength(text.slice(start, end));
    if (size <= bytes) kept = end;
    return size <= bytes;
  });
  const blank = text.lastIndexOf(' ', kept);
  const at = text[kept] === ' ' || blank < kept / 2 ? kept : blank;
  return `${text.slice(0, at).trimEnd()}${CUT}` as SafeText;
}
