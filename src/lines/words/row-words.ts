import { markedIds } from '../../state/list/marks.ts';
import { type RowState, rowStateOf, STATE_WORDS } from '../../state/list/row-state.ts';
import { presentWords, waitsText } from '../../state/list/words.ts';
import { agentName, statusOf } from '../../state/names.ts';
import { personName } from '../../state/person-name.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { eachGrapheme } from '../../text/width.ts';
import { listed } from './spoken.ts';

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
  const states = cutBytes(listed(statesOf(world, id, conversation)), MAX_STATES);
  const head = states === '' ? t`` : t`${states}: `;
  if (!conversation) return t`${head}${id}, not read yet.`;
  const { requester, assign_to } = conversation;
  const from = requester === null ? t`no contact` : personName(world, requester, CUSTOMER_COLUMNS);
  const end = t`, from ${cutBytes(from, MAX_CUSTOMER)}${assigneeWords(world, assign_to)}.`;
  const number = safeLine(String(id));
  const room = MAX_ROW - Buffer.byteLength(`${head}${number}, ${end}`);
  return t`${head}${number}, ${cutBytes(conversation.title, Math.max(MIN_TITLE, room))}${end}`;
}

function statesOf(world: World, id: number, conversation: Conversation | undefined): readonly SafeText[] {
  const { list, now } = world;
  const state = rowStateOf(world, id);
  const marked = markedIds(list).includes(id) ? [t`marked`] : [];
  if (state === 'gone') return [...marked, list.gone.get(id) ?? WORDS.get(state)!];
  if (!conversation) return marked;
  const waits = waitsText(conversation, now);
  const present = presentWords(world, id);
  const own =
    state === 'otherStatus' || state === 'closed' ? statusOf(world, conversation) : WORDS.get(state ?? 'gone')!;
  const said = state === undefined || state === 'waits' || state === 'later' ? [] : [own];
  return [
    ...marked,
    ...said,
    ...(conversation.archived ? [t`archived`] : []),
    ...[present, waits].filter(one => one !== ''),
  ];
}

function assigneeWords(world: World, id: number | null): SafeText {
  if (id === null) return t``;
  return id === world.me?.id ? t`, yours` : t`, assigned to ${cutBytes(agentName(world, id), MAX_AGENT)}`;
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
