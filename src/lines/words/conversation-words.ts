import type { Desk } from '../../state/context.ts';
import { currentKey } from '../../state/detail/move.ts';
import { placeParts } from '../../state/detail/place-words.ts';
import { waitsText } from '../../state/list/waits.ts';
import { statusOf } from '../../state/names.ts';
import { personName, withAddress } from '../../state/person-name.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { besideWords, entryWords, lineWords } from './entry-words.ts';
import { listed, ofOthers, sentence } from './spoken.ts';

/** The open conversation: what it is, then the selected entry of its thread, or the whole of another section. */
export function conversationWords(desk: Desk): readonly SafeText[] {
  const world = desk.world();
  const { conversationId: id, section, problem, loading } = world.detail;
  if (id === null) return [t`No conversation is open.`];
  const conversation = conversationOf(world, id);
  const head = conversation ? headWords(world, conversation) : [t`#${id}.`];
  if (problem !== null) return [...head, ofOthers(sentence(problem))];
  if (loading) return [...head, t`It is still being read: again says more.`];
  const lines = desk.detailLines();
  const key = currentKey(world.detail, lines);
  if (section === 'thread') return [...head, ...entryWords(lines, key), ...besideWords(lines, key)];
  if (lines.length === 0) return [...head, t`No ${safeLine(section)}.`];
  return [t`The ${safeLine(section)} of #${id}:`, ...lines.map(lineWords)];
}

function headWords(world: World, conversation: Conversation): readonly SafeText[] {
  const { id, title, requester, tags } = conversation;
  const from = requester?.email ? withAddress(requester) : requester ? personName(world, requester) : t`no contact`;
  const [place, ...rest] = placeParts(world, conversation);
  const states = listed([statusOf(world, conversation), waitsText(conversation, world.now), ...rest]);
  const tagged = tags.length === 0 ? t`` : t` Tags ${join(tags, t`, `)}.`;
  return [t`#${id} ${title}`, t`${sentence(states)} In ${place ?? t``}. From ${from}.${tagged}`];
}
