import * as v from 'valibot';
import { contract } from '../../contract/index.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import { KeptLine } from '../../keys/reopen.ts';
import { sentLine } from '../../keys/sent-line.ts';
import { writeResource } from '../../state/administration/administer.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { loadPlaces } from '../../state/sync/places.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { shownFault } from '../conversation/fault.ts';
import { mayChange } from './administering.ts';
import { fieldMeaning } from './fields.ts';

const { body: BODY } = contract.status.create;

/** The name of a status; without an id, of a new one. */
const nameLine = sentLine<{ readonly id: number | null; readonly name: SafeText }>({
  id: 'status.name',
  input: v.object({ id: v.nullable(v.number()), name: v.optional(KeptLine, '') }),
  title: ({ data }) => (data.id === null ? t`New status` : t`New name of the status`),
  verb: t`save`,
  start: ({ data }) => data.name,
  rule: () => fieldMeaning(BODY, 'name'),
  check: (_view, text) => shownFault(BODY.entries.name, text),
  send: (desk, name, { id }, key) => writeResource(desk, 'status', id, { name }, { key }),
  done: (name, { id }) => (id === null ? t`Made the status ${name}` : t`Renamed the status to ${name}`),
  reread: desk => loadPlaces(desk, 'poll'),
});

const statuses = choice({
  id: 'status.list',
  title: () => t`Statuses`,
  verb: t`rename`,
  keys: [{ key: 'a', word: t`new`, run: desk => beginStatusName(desk, null, t``) }],
  options: ({ world: { base } }) =>
    base.statuses.map(({ id, name, kind }) => ({
      id: String(id),
      label: name,
      ...(kind === 'custom' || kind === null ? {} : { whyNot: t`is built in and keeps its name` }),
    })),
  empty: ({ world }) => whyLacking(world, 'statuses') ?? t`No status is known.`,
  take: (desk, _view, { id, label }) => beginStatusName(desk, Number(id), label),
});

export const statusList: Action<'status.list'> = {
  id: 'status.list',
  title: t`Administer statuses…`,
  help: t`Makes statuses, and renames those that are not built in`,
  words: ['status', 'rename', 'custom'],
  run: desk => begin(desk, statuses),
  flows: [statuses, nameLine],
};

function beginStatusName(desk: Desk, id: number | null, name: SafeText): void {
  if (mayChange(desk)) begin(desk, nameLine, { id, name });
}
