import { act } from '../../keys/act.ts';
import type { Action } from '../../keys/action.ts';
import { begin, replaceBox } from '../../keys/flow.ts';
import { chosenIn, withPart } from '../../keys/list-state.ts';
import { namedOption, type Option } from '../../keys/option.ts';
import { boxOn, type ChoiceKey } from '../../keys/parts.ts';
import { askBox, flow } from '../../keys/script.ts';
import { sendOnce } from '../../keys/sent-line.ts';
import type { BoxView } from '../../keys/view.ts';
import { inOrder, moved, sendOrder } from '../../state/administration/administer.ts';
import { rereadInboxes } from '../../state/sync/places.ts';
import type { ChoicesState } from '../../state/world/open-box.ts';
import type { Inbox, World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { mayChange, whyNoChange } from './administering.ts';
import { askToDelete } from './inbox-delete.ts';
import { type InboxField, inboxNew, openInbox } from './inbox-edit.ts';
import { peopleList } from './people.ts';
import { ruleList } from './rules.ts';
import { statusList } from './statuses.ts';
import { tagList } from './tags.ts';

type Inboxes = BoxView<undefined>;

const inboxesBox = boxOn<undefined>()({
  id: 'inbox.administer',
  title: () => t`Inboxes`,
  verb: t`edit`,
  asks: { question: () => t`Save the order of the inboxes?`, changed: ({ open }) => chosenIn(open) },
  parts: {
    order: {
      kind: 'choices',
      chosen: () => [],
      options: view => shownOrder(view).map(inboxOption),
      empty: ({ world }) => t`You see no inbox. ${whyNoChange(world) ?? t`a makes one.`}`,
      keys: [
        { key: 'a', word: t`new`, run: desk => act(desk, inboxNew) },
        step('J', 1, t`and K move`),
        step('K', -1),
        fieldKey('t', t`teams`, 'team_ids'),
        fieldKey('p', t`agents`, 'agent_ids'),
        fieldKey('m', t`addresses`, 'emails'),
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
        { key: 'r', word: t`rules`, run: desk => act(desk, ruleList) },
      ],
      take: (desk, _view, { id }) => openInbox(desk, inboxOf(desk.world(), id) ?? null),
    },
  },
});

/** The order that is made with its keys is sent with one request, when the box is left. */
const inboxes = flow({
  id: 'inbox.administer',
  *script() {
    const { order } = yield* askBox(inboxesBox, undefined);
    if (order === '') return undefined;
    const ids = order.split(',').map(Number);
    const end = { done: t`Order saved`, reread: rereadInboxes };
    return yield* sendOnce(ids, (desk, key) => sendOrder(desk, ids, key), end, t`Esc, y`);
  },
});

export const inboxAdminister: Action<'inbox.administer'> = {
  id: 'inbox.administer',
  title: t`Administer inboxes…`,
  help: t`Makes, changes, orders and deletes inboxes and more`,
  keys: ['g A'],
  words: ['admin', 'settings', 'sort', 'agents', 'teams', 'statuses', 'tags', 'rules'],
  run: desk => {
    begin(desk, inboxes);
    void rereadInboxes(desk);
  },
  flows: [inboxes],
};

function inboxOf({ base }: World, id: string): Inbox | undefined {
  return base.inboxes.find(inbox => String(inbox.id) === id);
}

/**
 * `spam · 3 · help@shop.example`: its kind unless it is an ordinary one, its unresolved conversations, its addresses.
 */
function inboxOption(inbox: Inbox): Option {
  const { kind, counts, emails } = inbox;
  const primary = emails.find(({ status }) => status === 'primary');
  const parts: SafeText[] = [
    ...(kind === 'normal' || kind === null ? [] : [safeLine(kind)]),
    ...(counts?.unresolved === null || counts === null ? [] : [t`${counts.unresolved} unresolved`]),
    ...(primary ? [primary.email] : []),
  ];
  return namedOption(inbox, { detail: join(parts, t` · `) });
}

/** A key that opens the form of the inbox at the cursor, at one of its fields. */
function fieldKey(key: string, word: SafeText, field: InboxField): ChoiceKey<undefined> {
  return {
    key,
    word,
    run: (desk, _view, option) => {
      const inbox = option && inboxOf(desk.world(), option.id);
      if (inbox) openInbox(desk, inbox, field);
    },
  };
}

function step(key: string, by: 1 | -1, word?: SafeText): ChoiceKey<undefined> {
  return {
    key,
    ...(word === undefined ? {} : { word }),
    run: (desk, view, option) => {
      if (!option || !mayChange(desk)) return;
      const before = shownOrder(view).map(({ id }) => id);
      const order = moved(before, before.indexOf(Number(option.id)), by);
      const isNew = order.some((id, at) => desk.world().base.inboxes[at]?.id !== id);
      const { open } = view;
      const state = open.state.parts.order as ChoicesState;
      const at = { index: order.indexOf(Number(option.id)), optionId: option.id };
      replaceBox(desk, withPart(open, { ...state, ...at, chosen: isNew ? order.map(String) : [] }));
    },
  };
}

/** In the order that is being made. Until the agent moves an inbox, nothing is chosen: it is the help center's. */
function shownOrder({ world, open }: Inboxes): readonly Inbox[] {
  return inOrder(world.base.inboxes, chosenIn(open).map(Number));
}
