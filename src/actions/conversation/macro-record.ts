import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import { closeOverlay, say } from '../../keys/overlay.ts';
import { macroWords } from '../../state/macro/calls.ts';
import { recordable, recorded } from '../../state/macro/recorded.ts';
import { whyLacking } from '../../state/offers.ts';
import type { Operation, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { nameReply } from './name-reply.ts';

/** The chosen acts, by their ids, in the order in which they were chosen. */
const Chosen = v.array(v.string());
type Chosen = readonly string[];

const recording = choice<Chosen>({
  id: 'macro.record',
  input: Chosen,
  title: () => t`Record a macro: what is it to do?`,
  verb: t`choose`,
  options: ({ world, data }) =>
    recordable(world.operations).map(({ id, title }, index): Option => {
      const place = data.indexOf(id);
      return { id, label: title, sign: digitSign(index), detail: place < 0 ? t`` : t`${place + 1}.` };
    }),
  legend: ({ world, data }) =>
    data.length === 0 ? undefined : macroWords(world, recorded(world, chosenOf(world, data))),
  keys: [
    {
      key: 's',
      word: t`save`,
      run: (desk, { targets, data }) => {
        const world = desk.world();
        if (data.length === 0) return say(desk, t`Choose first what it does: digits choose, in order.`);
        closeOverlay(desk);
        begin(desk, nameReply, { text: '', actions: recorded(world, chosenOf(world, data)) }, targets);
      },
    },
  ],
  take: (desk, { open }, { id }) =>
    changeInput<Chosen>(desk, open, chosen =>
      chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id],
    ),
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
  run: desk => begin(desk, recording, []),
  flows: [recording],
};

function chosenOf({ operations }: World, ids: readonly string[]): readonly Operation[] {
  return ids.flatMap(id => operations.find(one => one.id === id) ?? []);
}
