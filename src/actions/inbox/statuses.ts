import * as v from 'valibot';
import { contract } from '../../contract/index.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import { openField } from '../../keys/overlay.ts';
import { administer } from '../../state/administration/administer.ts';
import type { Desk } from '../../state/desk.ts';
import { whyLacking } from '../../state/offers.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { loadPlaces } from '../../state/sync/places.ts';
import { safeLine, t } from '../../text/safe.ts';
import { shownFault } from '../conversation/fault.ts';
import { KEPT_SENT, mayChange, type SentText, sendField } from './administering.ts';
import { meaningOf } from './fields.ts';

/** The status that gets a name; null for a new one. */
interface Named extends SentText {
  readonly id: number | null;
}

const { body: BODY } = contract.status.create;

const statuses = choice({
  id: 'status.list',
  title: () => t`Statuses`,
  verb: t`rename`,
  keys: [{ key: 'a', word: t`new`, run: desk => write(desk, null, '') }],
  options: ({ world: { base } }) =>
    base.statuses.map(({ id, name, kind }) => ({
      id: String(id),
      label: name,
      ...(kind === 'custom' || kind === null ? {} : { whyNot: t`is built in and keeps its name` }),
    })),
  empty: ({ world }) => whyLacking(world, 'statuses') ?? t`No status is known.`,
  take: (desk, _view, { id, label }) => write(desk, Number(id), label),
});

export const statusList: Action<'status.list', { field: Named }> = {
  id: 'status.list',
  title: t`Administer statuses…`,
  help: t`Makes statuses, and renames those that are not built in`,
  words: ['status', 'rename', 'custom'],
  run: desk => begin(desk, statuses),
  flows: [statuses],
  field: {
    kept: { form: v.object({ id: v.nullable(v.number()), ...KEPT_SENT }) },
    title: (_world, { data }) => (data.id === null ? t`New status` : t`New name of the status`),
    verb: t`save`,
    rule: () => meaningOf(BODY, 'name'),
    check: (_world, { draft }) => shownFault(BODY.entries.name, draft.text),
    submit: (desk, overlay) => void save(desk, overlay),
  },
};

function write(desk: Desk, id: number | null, text: string): void {
  if (mayChange(desk)) openField(desk, statusList, text, { id });
}

async function save(desk: Desk, overlay: FieldOverlay<Named>): Promise<void> {
  const { id } = overlay.data;
  const name = overlay.draft.text.trim();
  const { status } = desk.client;
  const send = (key: string) =>
    id === null
      ? administer(desk, 'status.create', () => status.create({ body: { name }, key }))
      : administer(desk, 'status.update', () =>
          status.update({ params: { conversation_status_id: id }, body: { name }, key }),
        );
  const done = id === null ? t`Made the status ${safeLine(name)}` : t`Renamed the status to ${safeLine(name)}`;
  await sendField(desk, overlay, send, { done, reread: () => loadPlaces(desk, 'poll') });
}
