import type { Action } from '../../keys/action.ts';
import { fillIn, walkOn } from '../../keys/complete-words.ts';
import { closeOverlay, openField, replaceOverlay } from '../../keys/overlay.ts';
import { isPastLater } from '../../state/changes/conversation-snooze.ts';
import { readLater, untilWords } from '../../state/later.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyLacking } from '../../state/offers.ts';
import type { World } from '../../state/world.ts';
import type { Draft } from '../../text/edit.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { whenExamples, whenWords } from '../../text/when.ts';
import { changeAction, conversationsOf, named, whyNoTarget } from './targets.ts';

export const conversationLater: Action<'conversation.snooze'> = {
  id: 'conversation.snooze',
  title: t`Later…`,
  help: t`Puts off until a time or an answer, for the whole team`,
  scope: 'conversations',
  keys: ['H'],
  words: ['snooze', 'remind', 'postpone', 'defer', 'wait', 'follow up'],
  writes: true,
  unavailable: world => whyNoTarget(world) ?? whyNotLater(world, targetsOf(world)),
  run: desk => openField(desk, conversationLater, formerTime(desk.world())),
  field: {
    title: (_world, { targets }) => t`Put off ${named(targets)} until`,
    verb: t`put off`,
    lastLine: (world, { targets, draft }) => ({
      lead: t`Put off ${named(targets)} until`,
      made: backWords(world, draft) ?? t``,
    }),
    rule: () => t`t tomorrow · w next week · r reply · or 2h, 3d, fri 14:00, 27.11, fri keep, now`,
    complete: (desk, overlay, step) => {
      if (walkOn(desk, overlay, step)) return;
      const typed = overlay.draft.text.toLowerCase();
      const texts = whenExamples.filter(words => words.startsWith(typed));
      if (texts.length > 0) fillIn(desk, overlay, { from: 0, to: overlay.draft.text.length, texts }, step);
    },
    submit: (desk, overlay) => {
      const { targets, draft } = overlay;
      const read = readLater(draft.text, desk.centerNow());
      if ('problem' in read) replaceOverlay(desk, { ...overlay, fault: read.problem });
      else {
        closeOverlay(desk);
        desk.commit('conversation.snooze', { ids: targets, snooze: read.snooze });
      }
    },
  },
};

export const conversationWake = changeAction({
  id: 'conversation.wake',
  title: t`Bring back`,
  help: t`Brings back what is put off`,
  words: ['unsnooze', 'wake'],
  holds: ({ snoozed }) => !snoozed,
  state: t`not put off`,
  change: (desk, ids) => desk.commit('conversation.snooze', { ids, snooze: null }),
});

/** What the words mean, as the notice will say it, with the year if it is another; undefined if they are no time yet. */
function backWords(world: World, { text }: Draft): SafeText | undefined {
  const read = readLater(text, world.now);
  if ('problem' in read) return undefined;
  return read.snooze === null ? t`now` : untilWords(read.snooze, world.now);
}

function whyNotLater(world: World, ids: readonly number[]): SafeText | undefined {
  const known = conversationsOf(world, ids);
  const isPast = known.length === ids.length && known.every(one => isPastLater(world, one));
  return (
    whyLacking(world, 'later') ?? (isPast ? t`${named(ids)}: closed or archived, so it cannot be put off.` : undefined)
  );
}

/** The time until which it is or was put off, to be changed or taken again. */
function formerTime(world: World): string {
  const [first, ...others] = conversationsOf(world, targetsOf(world));
  const until = others.length > 0 ? null : (first?.snoozed?.until ?? first?.woken_from ?? null);
  if (until === null || until <= world.now) return '';
  return `${whenWords(until, world.now)}${first?.snoozed?.keep ? ' keep' : ''}`;
}
