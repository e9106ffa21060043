import type { Action } from '../../keys/action.ts';
import { fillIn, walkOn } from '../../keys/complete-words.ts';
import { begin } from '../../keys/flow.ts';
import { lineFlow } from '../../keys/one-box.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { isPastLater } from '../../state/changes/conversation-snooze.ts';
import { presetWords, readPreset, untilWords } from '../../state/conversation/later.ts';
import { targetsOf } from '../../state/list/marks.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { whenExamples, whenWords } from '../../text/when.ts';
import { changeAction, conversationsTitle, loadedConversations, whyNoTarget } from './targets.ts';

const untilLine = lineFlow({
  id: 'conversation.snooze',
  place: 'last',
  title: ({ targets }) => t`Put off ${conversationsTitle(targets)} until`,
  verb: t`put off`,
  start: ({ world, targets }) => formerTime(world, targets),
  rule: ({ world }) => t`${presetWords(world.now)} · or 2h, 3d, fri 14:00, 27.11, fri keep, now`,
  made: ({ world }, text) => backWords(world, text) ?? t``,
  complete: (_desk, _view, written, step) => {
    const { text } = written.draft;
    const texts = whenExamples.filter(words => words.startsWith(text.toLowerCase()));
    const begun = () => (texts.length > 0 ? fillIn(written, { from: 0, to: text.length, texts }, step) : undefined);
    return walkOn(written, step) ?? begun();
  },
  refuse: (desk, _view, text) => {
    const read = readPreset(text, desk.centerNow());
    return 'problem' in read ? read.problem : undefined;
  },
  answer: (desk, text, ids) => {
    const read = readPreset(text, desk.centerNow());
    if ('snooze' in read) desk.commit('conversation.snooze', { ids, snooze: read.snooze });
  },
});

export const conversationLater: Action<'conversation.snooze'> = {
  id: 'conversation.snooze',
  title: t`Later…`,
  help: t`Puts off until a time or an answer, for the whole team`,
  scope: 'conversations',
  keys: ['H'],
  words: ['snooze', 'remind', 'postpone', 'defer', 'wait', 'follow up'],
  writes: true,
  unavailable: world => whyNoTarget(world) ?? whyNotLater(world, targetsOf(world)),
  run: desk => begin(desk, untilLine),
  flows: [untilLine],
};

export const conversationWake = changeAction({
  id: 'conversation.wake',
  title: t`Bring back`,
  help: t`Brings back a conversation that is put off`,
  words: ['unsnooze', 'wake'],
  holds: ({ snoozed }) => !snoozed,
  state: t`not put off`,
  change: (desk, ids) => desk.commit('conversation.snooze', { ids, snooze: null }),
});

/**
 * The meaning of the words, as the notice will say it, with the year if it is another one; undefined if they are not a
 * time yet.
 */
function backWords(world: World, text: string): SafeText | undefined {
  const read = readPreset(text, world.now);
  if ('problem' in read) return undefined;
  return read.snooze === null ? t`now` : untilWords(read.snooze, world.now);
}

function whyNotLater(world: World, ids: readonly number[]): SafeText | undefined {
  const known = loadedConversations(world, ids);
  const isPast = known.length === ids.length && known.every(one => isPastLater(world, one));
  return (
    whyLacking(world, 'later') ??
    (isPast ? t`${conversationsTitle(ids)}: closed or archived, so it cannot be put off.` : undefined)
  );
}

/** The time until which it is or was put off, to be changed or taken again. */
function formerTime(world: World, targets: readonly number[]): string {
  const [first, ...others] = loadedConversations(world, targets);
  const until = others.length > 0 ? null : (first?.snoozed?.until ?? first?.woken_from ?? null);
  if (until === null || until <= world.now) return '';
  return `${whenWords(until, world.now)}${first?.snoozed?.keep ? ' keep' : ''}`;
}
