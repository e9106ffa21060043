import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { chosenIn } from '../../keys/list-state.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import { closeOverlay, say } from '../../keys/overlay.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { macroWords } from '../../state/macro/calls.ts';
import { recordable, recorded } from '../../state/macro/recorded.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { Operation, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { nameReply } from './name-reply.ts';

const recording = choice({
  id: 'macro.record',
  title: () => t`Record a macro: what is it to do?`,
  verb: t`choose`,
  chosen: () => [],
  options: ({ world, open }) =>
    recordable(world.operations).map(({ id, title }, index): Option => {
      const place = chosenIn(open).indexOf(id);
      return { id, label: title, sign: digitSign(index), detail: place < 0 ? t`` : t`${place + 1}.` };
    }),
  legend: ({ world, open }) =>
    chosenIn(open).length === 0 ? undefined : macroWords(world, recorded(world, operationsOf(world, open))),
  keys: [
    {
      key: 's',
      word: t`save`,
      run: (desk, { targets, open }) => {
        const world = desk.world();
        if (chosenIn(open).length === 0) return say(desk, t`Choose first what it does: digits choose, in order.`);
        closeOverlay(desk);
        begin(desk, nameReply, { text: '', actions: recorded(world, operationsOf(world, open)) }, targets);
      },
    },
  ],
});

export const macroRecord: Action<'macro.record'> = {
  id: 'macro.record',
  title: t`Record a macro…`,
  help: t`Makes a macro of your last acts`,
  scope: 'conversations',
  keys: ['@'],
  words: ['automate', 'rule'],
  writes: true,
  unavailable: world =>
    whyLacking(world, 'savedReply.create') ??
    (recordable(world.operations).length === 0
      ? t`Nothing to record: do it once, to any conversation, and then press ${world.keyNames['macro.record']}.`
      : undefined),
  run: desk => begin(desk, recording),
  flows: [recording],
};

/** The chosen acts, in the order in which they were chosen. */
function operationsOf({ operations }: World, open: OpenBox): readonly Operation[] {
  return chosenIn(open).flatMap(id => operations.find(one => one.id === id) ?? []);
}
