import * as v from 'valibot';
import { act } from '../../keys/act.ts';
import type { Action } from '../../keys/action.ts';
import { begin, closeBox } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { leaveOverlay, say } from '../../keys/overlay.ts';
import type { ChoiceKey } from '../../keys/parts.ts';
import { inOrder, moved, sendOrder } from '../../state/administration/administer.ts';
import type { Desk } from '../../state/desk.ts';
import type { OpenBox } from '../../state/open-box.ts';
import { rereadInboxes } from '../../state/sync/places.ts';
import type { Inbox, World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { mayChange, whyNoChange } from './administering.ts';
import { ASKS, saveQuestion } from './form.ts';
import { askToDelete } from './inbox-delete.ts';
import { addressesFlow, inboxNew, openInbox } from './inbox-edit.ts';
import { agentsFlow, teamsFlow } from './inbox-members.ts';
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

const KeptIds = v.array(v.number());
const KeptOrder = v.object({
  order: v.nullable(KeptIds),
  sentAs: v.exactOptional(v.object({ order: KeptIds, key: v.string() })),
});

const saving = saveQuestion(
  'inbox.administer.save',
  () => t`Save the order of the inboxes?`,
  (desk, box) => void saveOrder(desk, box),
);

const inboxes = choice<Order>({
  id: 'inbox.administer',
  input: KeptOrder,
  title: () => t`Inboxes`,
  verb: t`edit`,
  escape: ({ world, data }) => (isMoved(world, data) ? ASKS : undefined),
  options: ({ world, data }) => shownOrder(world, data).map(optionOf),
  empty: ({ world }) => t`You see no inbox. ${whyNoChange(world) ?? t`a makes one.`}`,
  keys: [
    { key: 'a', word: t`new`, run: desk => act(desk, inboxNew) },
    step('J', 1, t`and K move`),
    step('K', -1),
    boxKey('t', t`teams`, desk => begin(desk, teamsFlow)),
    boxKey('p', t`agents`, desk => begin(desk, agentsFlow)),
    boxKey('m', t`addresses`, desk => begin(desk, addressesFlow)),
    {
      key: 'D',
      word: t`delete`,
      run: (desk, _view, option) => {
        const inbox = option && inboxOf(desk.world(), option.id);
        if (inbox) askToDelete(desk, inbox);
      },
    },
    { key: 's', word: t`statuses`, run: desk => act(desk, statusList) },
    { key: 'g', word: t`tags`, run: desk => act(desk, tagList) },
    { key: 'u', word: t`people`, run: desk => act(desk, peopleList) },
  ],
  take: (desk, _view, { id }) => openInbox(desk, inboxOf(desk.world(), id) ?? null),
  leave: (desk, { data }) => {
    if (data.isSending || !isMoved(desk.world(), data)) leaveOverlay(desk);
    else begin(desk, saving);
  },
});

export const inboxAdminister: Action<'inbox.administer'> = {
  id: 'inbox.administer',
  title: t`Administer inboxes…`,
  help: t`Makes, changes, orders and deletes inboxes and more`,
  keys: ['g A'],
  words: ['admin', 'settings', 'sort', 'agents', 'teams', 'statuses', 'tags'],
  run: desk => {
    begin(desk, inboxes, { order: null });
    void rereadInboxes(desk);
  },
  flows: [inboxes, saving],
};

function inboxOf({ base }: World, id: string): Inbox | undefined {
  return base.inboxes.find(inbox => String(inbox.id) === id);
}

/**
 * `spam · 3 · help@shop.example`: its kind unless it is an ordinary one, its unresolved conversations, its addresses.
 */
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
function boxKey(key: string, word: SafeText, open: (desk: Desk) => void): ChoiceKey<Order> {
  return {
    key,
    word,
    run: (desk, _view, option) => {
      const inbox = option && inboxOf(desk.world(), option.id);
      if (!inbox) return;
      openInbox(desk, inbox);
      open(desk);
    },
  };
}

function step(key: string, by: 1 | -1, word?: SafeText): ChoiceKey<Order> {
  return {
    key,
    ...(word === undefined ? {} : { word }),
    run: (desk, { data, open }, option) => {
      if (!option || data.isSending || !mayChange(desk)) return;
      const before = shownOrder(desk.world(), data).map(({ id }) => id);
      const order = moved(before, before.indexOf(Number(option.id)), by);
      if (order !== before) changeInput<Order>(desk, open, input => ({ ...input, order }), { at: option.id });
    },
  };
}

function shownOrder({ base }: World, { order }: Order): readonly Inbox[] {
  return order === null ? base.inboxes : inOrder(base.inboxes, order);
}

function isMoved(world: World, order: Order): boolean {
  return shownOrder(world, order).some((inbox, at) => inbox !== world.base.inboxes[at]);
}

/** Sends the order; the box closes once it is taken, otherwise it stays with the reason in the footer. */
async function saveOrder(desk: Desk, open: OpenBox): Promise<void> {
  const { sentAs, ...input } = open.input as Order;
  const order = shownOrder(desk.world(), input).map(({ id }) => id);
  const key = sentAs?.order.join() === order.join() ? sentAs.key : desk.newKey();
  changeInput<Order>(desk, open, () => ({ order, isSending: true }));
  const reply = await sendOrder(desk, order, key);
  if ('value' in reply) {
    closeBox(desk, open);
    await rereadInboxes(desk);
    say(desk, t`Order saved`, 'done');
    return;
  }
  changeInput<Order>(desk, open, () => ({ order, ...(reply.isTransient ? { sentAs: { order, key } } : {}) }));
  say(desk, t`Order not saved: ${reply.reason} · Esc, y tries again`);
}
