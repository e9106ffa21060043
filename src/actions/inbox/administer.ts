import * as v from 'valibot';
import { act } from '../../keys/act.ts';
import type { Action, PickerKey } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import type { Option } from '../../keys/option.ts';
import { leaveOverlay, openPicker, replaceOverlay, say } from '../../keys/overlay.ts';
import { inOrder, moved, sendOrder } from '../../state/administration/administer.ts';
import type { Desk } from '../../state/desk.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import { rereadInboxes } from '../../state/sync/places.ts';
import type { Inbox, World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { mayChange, whyNoChange } from './administering.ts';
import { ASKS, saveQuestion } from './form.ts';
import { askToDelete } from './inbox-delete.ts';
import { inboxAddresses, inboxAgents, inboxNew, inboxTeams, openInbox } from './inbox-edit.ts';
import { peopleList } from './people.ts';
import { statusList } from './statuses.ts';
import { tagList } from './tags.ts';

/** The order that is being made, by id: nothing of it is sent before the box is left. */
interface Order {
  /** Null until the agent moves an inbox: until then the order follows the help center's. */
  readonly order: readonly number[] | null;
  readonly isSending?: true;
  /** The key of an order whose answer was lost. */
  readonly sentAs?: { readonly order: readonly number[]; readonly key: string };
}

type Overlay = PickerOverlay<Order>;

const KeptIds = v.array(v.number());
const KeptOrder = v.object({
  order: v.nullable(KeptIds),
  sentAs: v.exactOptional(v.object({ order: KeptIds, key: v.string() })),
});

const saving = saveQuestion<Overlay>(
  'inbox.administer.save',
  () => t`Save the order of the inboxes?`,
  (desk, box) => void saveOrder(desk, box),
);

export const inboxAdminister: Action<'inbox.administer', { picker: Order }> = {
  id: 'inbox.administer',
  title: t`Administer inboxes…`,
  help: t`Makes, changes, orders and deletes inboxes and more`,
  keys: ['g A'],
  words: ['admin', 'settings', 'sort', 'agents', 'teams', 'statuses', 'tags'],
  run: desk => {
    openPicker(desk, inboxAdminister, { order: null });
    void rereadInboxes(desk);
  },
  picker: {
    kept: { form: KeptOrder },
    title: () => t`Inboxes`,
    verb: t`edit`,
    escape: (world, overlay) => (isMoved(world, overlay) ? ASKS : undefined),
    options: (world, overlay) => shownOrder(world, overlay).map(optionOf),
    empty: world => t`You see no inbox. ${whyNoChange(world) ?? t`a makes one.`}`,
    keys: [
      { key: 'a', word: t`new`, run: desk => act(desk, inboxNew) },
      step('J', 1, t`and K move`),
      step('K', -1),
      boxKey('t', t`teams`, desk => openPicker(desk, inboxTeams)),
      boxKey('p', t`agents`, desk => openPicker(desk, inboxAgents)),
      boxKey('m', t`addresses`, desk => openPicker(desk, inboxAddresses)),
      {
        key: 'D',
        word: t`delete`,
        run: (desk, _overlay, option) => {
          const inbox = option && inboxOf(desk.world(), option.id);
          if (inbox) askToDelete(desk, inbox);
        },
      },
      { key: 's', word: t`statuses`, run: desk => act(desk, statusList) },
      { key: 'g', word: t`tags`, run: desk => act(desk, tagList) },
      { key: 'u', word: t`people`, run: desk => act(desk, peopleList) },
    ],
    take: (desk, _overlay, { id }) => openInbox(desk, inboxOf(desk.world(), id) ?? null),
    leave: (desk, overlay) => {
      const isSent = overlay.data.isSending;
      if (isSent || !isMoved(desk.world(), overlay)) leaveOverlay(desk);
      else begin(desk, saving);
    },
  },
  flows: [saving],
};

function inboxOf({ base }: World, id: string): Inbox | undefined {
  return base.inboxes.find(inbox => String(inbox.id) === id);
}

/** `spam · 3 · help@shop.example`: its kind unless it is an ordinary one, what is unresolved, where mail comes in. */
function optionOf({ id, name, kind, counts, emails }: Inbox): Option {
  const primary = emails.find(({ status }) => status === 'primary');
  const parts: SafeText[] = [
    ...(kind === 'normal' || kind === null ? [] : [safeLine(kind)]),
    ...(counts?.unresolved === null || counts === null ? [] : [t`${counts.unresolved} unresolved`]),
    ...(primary ? [primary.email] : []),
  ];
  return { id: String(id), label: name || t`#${id}`, detail: join(parts, t` · `) };
}

/** A key that opens the form of the inbox at the cursor, with one of its boxes over it. */
function boxKey(key: string, word: SafeText, open: (desk: Desk) => void): PickerKey<Order> {
  return {
    key,
    word,
    run: (desk, _overlay, option) => {
      const inbox = option && inboxOf(desk.world(), option.id);
      if (!inbox) return;
      openInbox(desk, inbox);
      open(desk);
    },
  };
}

function step(key: string, by: 1 | -1, word?: SafeText): PickerKey<Order> {
  return {
    key,
    ...(word === undefined ? {} : { word }),
    run: (desk, overlay, option) => {
      if (!option || overlay.data.isSending || !mayChange(desk)) return;
      const before = shownOrder(desk.world(), overlay).map(({ id }) => id);
      const at = before.indexOf(Number(option.id));
      const order = moved(before, at, by);
      if (order === before) return;
      replaceOverlay(desk, { ...overlay, index: at + by, data: { ...overlay.data, order } });
    },
  };
}

function shownOrder({ base }: World, { data }: Overlay): readonly Inbox[] {
  return data.order === null ? base.inboxes : inOrder(base.inboxes, data.order);
}

function isMoved(world: World, overlay: Overlay): boolean {
  return shownOrder(world, overlay).some((inbox, at) => inbox !== world.base.inboxes[at]);
}

/** Sends the order; the box closes once it is taken, otherwise it stays with the reason in the footer. */
async function saveOrder(desk: Desk, overlay: Overlay): Promise<void> {
  const order = shownOrder(desk.world(), overlay).map(({ id }) => id);
  const { sentAs } = overlay.data;
  const key = sentAs?.order.join() === order.join() ? sentAs.key : desk.newKey();
  const sending: Overlay = { ...overlay, data: { order, isSending: true } };
  replaceOverlay(desk, sending);
  // Its cursor may move meanwhile.
  const isSent = (one: World['overlays'][number]) => one.kind === 'picker' && one.data === sending.data;
  const reply = await sendOrder(desk, order, key);
  if ('value' in reply) {
    desk.set({ overlays: desk.world().overlays.filter(one => !isSent(one)) });
    await rereadInboxes(desk);
    say(desk, t`Order saved`, 'done');
    return;
  }
  const kept: Overlay = { ...overlay, data: { order, ...(reply.isTransient ? { sentAs: { order, key } } : {}) } };
  desk.set({ overlays: desk.world().overlays.map(one => (isSent(one) ? kept : one)) });
  say(desk, t`Order not saved: ${reply.reason} · Esc, y tries again`);
}
