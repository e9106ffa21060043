import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import type { Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import { closeOverlay, openPicker, replaceOverlay, say } from '../../keys/overlay.ts';
import { macroWords } from '../../state/macro/calls.ts';
import { recordable, recorded } from '../../state/macro/recorded.ts';
import { whyLacking } from '../../state/offers.ts';
import type { Operation, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { openName } from './put-in.ts';

/** The chosen acts, by their ids, in the order in which they were chosen. */
const Chosen = v.array(v.string());

export const macroRecord: Action<'macro.record', { picker: v.InferOutput<typeof Chosen> }> = {
  id: 'macro.record',
  title: t`Record a macro…`,
  help: t`Makes a macro of what you have just done`,
  scope: 'conversations',
  keys: ['@'],
  words: ['automate', 'rule'],
  writes: true,
  unavailable: world =>
    whyLacking(world, 'savedReply.create') ??
    (recordable(world.operations).length === 0
      ? t`Nothing to record: do it once, to any conversation, and then press ${world.keyNames['macro.record']}.`
      : undefined),
  run: desk => openPicker(desk, macroRecord, []),
  picker: {
    kept: { form: Chosen },
    title: () => t`Record a macro: what is it to do?`,
    verb: t`choose`,
    options: (world, { data }) =>
      recordable(world.operations).map(({ id, title }, index): Option => {
        const place = data.indexOf(id);
        return { id, label: title, sign: digitSign(index), detail: place < 0 ? t`` : t`${place + 1}.` };
      }),
    legend: (world, { data }) =>
      data.length === 0 ? undefined : macroWords(world, recorded(world, chosenOf(world, data))),
    keys: [
      {
        key: 's',
        word: t`save`,
        run: (desk, { targets, data }) => {
          const world = desk.world();
          if (data.length === 0) return say(desk, t`Choose first what it does: digits choose, in order.`);
          closeOverlay(desk);
          openName(desk, targets, { text: '', actions: recorded(world, chosenOf(world, data)) });
        },
      },
    ],
    take: (desk, overlay, { id }) => {
      const { data } = overlay;
      replaceOverlay(desk, { ...overlay, data: data.includes(id) ? data.filter(one => one !== id) : [...data, id] });
    },
  },
};

function chosenOf({ operations }: World, ids: readonly string[]): readonly Operation[] {
  return ids.flatMap(id => operations.find(one => one.id === id) ?? []);
}
