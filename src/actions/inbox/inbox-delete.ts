import type { Action } from '../../keys/action.ts';
import { begin, closeBox } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { choice, lineFlow } from '../../keys/one-box.ts';
import { namedOption, type Option } from '../../keys/option.ts';
import { closeOverlay, leaveOverlay, say } from '../../keys/overlay.ts';
import type { BoxView } from '../../keys/view.ts';
import { removeResource } from '../../state/administration/administer.ts';
import {
  countHeld,
  type InboxContents,
  type MovedConversations,
  moveAll,
  type Onlooker,
} from '../../state/administration/remove-inbox.ts';
import type { Desk } from '../../state/desk.ts';
import { unresolved } from '../../state/query/views.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { inboxName } from '../../state/words/names.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { Overlay } from '../../state/world/overlay.ts';
import type { Inbox, World } from '../../state/world.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToList } from '../go/go-to.ts';
import { mayChange } from './administering.ts';
import { inboxAtCursor, whyNoInbox } from './inbox-edit.ts';

/** At most so often the numbers in the box grow. */
const BETWEEN_COUNTS_MS = 1_000;

/** The box: what to do with the conversations, then where they go. */
interface Choice {
  readonly inboxId: number;
  /** The counts so far; a sentence if they could not be counted. */
  readonly held: InboxContents | SafeText;
  readonly isCounted: boolean;
  /** Asks where the conversations go. */
  readonly isMoving: boolean;
  /** They are on their way; leaving the box stops that. */
  readonly onTheWay?: { readonly to: number; readonly moved: number };
}

type DeleteBox = OpenBox & { readonly input: Choice };

const NOT_COUNTED = t`what would go with it may be more by now`;

const nameLine = lineFlow<Deletion>({
  id: 'inbox.delete-name',
  lost: NOT_COUNTED,
  title: ({ world, data }) => t`Type ${inboxName(world, data.inboxId)} to delete it`,
  verb: t`delete`,
  rule: ({ world, data }) => consequence(world, data),
  check: ({ world, data }, text) => {
    const name = inboxName(world, data.inboxId);
    return name.startsWith(text.trim()) ? undefined : t`The name of the inbox is ${name}.`;
  },
  refuse: (_desk, { world, data }, text) => {
    const name = inboxName(world, data.inboxId);
    return text.trim() === name.trim() ? undefined : t`Not deleted: type the whole name, ${name}`;
  },
  answer: (desk, _text, _targets, data) => start(desk, data),
});

const deleting = choice<Choice>({
  id: 'inbox.delete',
  lost: NOT_COUNTED,
  title: titleOf,
  verb: t`choose`,
  escape: ({ data }) => (data.onTheWay ? t`stops` : undefined),
  leave: stop,
  options: optionsIn,
  take: (desk, view, { id }) => {
    const { inboxId, held, onTheWay, isMoving } = view.data;
    if (onTheWay) stop(desk, view);
    else if (isMoving) begin(desk, nameLine, { inboxId, held, to: Number(id) });
    else if (id === 'drop') begin(desk, nameLine, { inboxId, held, to: null });
    else changeInput<Choice>(desk, view.open, input => ({ ...input, isMoving: true }), { at: '' });
  },
});

export const inboxDelete: Action<'inbox.delete'> = {
  id: 'inbox.delete',
  title: t`Delete the inbox…`,
  help: t`Deletes the inbox, and offers to move its conversations`,
  words: ['remove'],
  writes: true,
  unavailable: whyNoInbox,
  run: desk => {
    const inbox = inboxAtCursor(desk.world());
    if (inbox) askToDelete(desk, inbox);
  },
  flows: [deleting, nameLine],
};

/** Offers to delete an inbox, and begins to count its contents. */
export function askToDelete(desk: Desk, { id, name, kind }: Inbox): void {
  if (!mayChange(desk)) return;
  if (kind === 'default' || kind === 'spam') {
    say(desk, t`${name} is built in and cannot be deleted.`);
    return;
  }
  const held: InboxContents = { conversations: 0, messages: 0, unsent: 0 };
  begin(desk, deleting, { inboxId: id, held, isCounted: false, isMoving: false });
  void count(desk, id);
}

/** Keeps the box open while conversations are moved, so that Esc stops that. */
function start(desk: Desk, deletion: Deletion): void {
  const { inboxId, to } = deletion;
  const box = boxOf(desk.world(), inboxId);
  let shownAt = desk.elapsed();
  const show = (moved: number): void => {
    if (to === null || desk.elapsed() - shownAt < BETWEEN_COUNTS_MS) return;
    shownAt = desk.elapsed();
    fill(desk, inboxId, data => ({ ...data, onTheWay: { to, moved } }));
  };
  if (to === null) closeOverlay(desk);
  else if (box) {
    const onTheWay = { to, moved: 0 };
    changeInput<Choice>(desk, box, input => ({ ...input, isMoving: false, onTheWay }), { at: '' });
  }
  const isWanted = () => to === null || boxOf(desk.world(), inboxId) !== undefined;
  void moveAndDelete(desk, deletion, { tell: show, isWanted, end: () => close(desk, inboxId) });
}

/** Leaves the box. The move in progress is finished, and no further one begins. */
function stop(desk: Desk, { data }: BoxView<Choice>): void {
  leaveOverlay(desk);
  if (data.onTheWay) say(desk, t`Stopping after the conversations that are on their way`);
}

function close(desk: Desk, inboxId: number): void {
  const box = boxOf(desk.world(), inboxId);
  if (box?.input.onTheWay) closeBox(desk, box);
}

function fill(desk: Desk, inboxId: number, change: (data: Choice) => Choice): void {
  const box = boxOf(desk.world(), inboxId);
  if (box) changeInput(desk, box, change);
}

async function count(desk: Desk, inboxId: number): Promise<void> {
  let shownAt = desk.elapsed();
  const show = (held: Choice['held'], isCounted: boolean): void => {
    fill(desk, inboxId, data => ({ ...data, held, isCounted }));
  };
  const tell = (held: InboxContents): void => {
    if (desk.elapsed() - shownAt < BETWEEN_COUNTS_MS) return;
    shownAt = desk.elapsed();
    show(held, false);
  };
  const isWanted = (): boolean => {
    const box = boxOf(desk.world(), inboxId);
    return box !== undefined && box.input.onTheWay === undefined;
  };
  const held = await countHeld(desk, inboxId, tell, isWanted);
  if (held !== undefined) show(held, true);
}

function boxOf({ overlays }: World, inboxId: number): DeleteBox | undefined {
  const isBox = (one: Overlay): one is DeleteBox =>
    one.kind === 'box' && one.flow.id === deleting.id && (one.input as Choice).inboxId === inboxId;
  return overlays.find(isBox);
}

function titleOf({ world, data }: BoxView<Choice>): SafeText {
  const name = inboxName(world, data.inboxId);
  if (data.onTheWay) return t`Moving the conversations of ${name} to ${inboxName(world, data.onTheWay.to)}`;
  return data.isMoving ? t`Move the conversations of ${name} to` : t`Delete ${name}: ${shownHeld(data)}`;
}

function shownHeld({ held, isCounted }: Choice): SafeText {
  if (typeof held === 'string') return t`not counted, ${held}`;
  const numbers = t`${counted(held.conversations, NOUNS.conversation)}, ${counted(held.messages, NOUNS.message)}`;
  return isCounted ? numbers : t`counting, ${numbers} so far`;
}

function optionsIn({ world, data }: BoxView<Choice>): readonly Option[] {
  const { onTheWay, held } = data;
  if (onTheWay === undefined) return data.isMoving ? targetsFor(world, data.inboxId) : waysOf(data);
  const of = typeof held === 'string' || !data.isCounted ? t`` : t` of ${grouped(held.conversations)}`;
  const detail = t`${grouped(onTheWay.moved)}${of} moved`;
  return [{ id: 'stop', label: t`Stop, and delete nothing`, sign: t`1`, detail }];
}

function waysOf({ held, isCounted }: Choice): readonly Option[] {
  const isEmpty = isCounted && typeof held !== 'string' && held.conversations === 0;
  if (isEmpty) return [{ id: 'drop', label: t`Delete it`, sign: t`1`, detail: t`it is empty` }];
  const drop = { id: 'drop', label: t`Delete it with its messages`, sign: t`2` };
  return [
    { id: 'move', label: t`Move its conversations first…`, sign: t`1`, detail: t`keeps the messages` },
    isCounted ? { ...drop, detail: lossOf(held) } : { ...drop, whyNot: t`waits until they are counted` },
  ];
}

function lossOf(held: Choice['held']): SafeText {
  return typeof held === 'string' ? t`the number is unknown` : t`${counted(held.messages, NOUNS.message)} would go`;
}

function targetsFor({ base }: World, inboxId: number): readonly Option[] {
  return base.inboxes.filter(({ id }) => id !== inboxId).map(inbox => namedOption(inbox));
}

function consequence(world: World, { held, to }: Deletion): SafeText {
  const mail = unsentWords(held);
  if (to !== null)
    return t`Its conversations move to ${inboxName(world, to)} with their messages, then it is deleted.${mail}`;
  if (typeof held === 'string') return t`Its messages are deleted with it: how many is not known. No undo.`;
  if (held.conversations === 0) return t`It is empty.${mail}`;
  const lost = t`${counted(held.messages, NOUNS.message)} in ${counted(held.conversations, NOUNS.conversation)}`;
  return t`Deletes ${lost} for ever. The conversations stay, without an inbox.${mail}`;
}

/** Says how many mails of the inbox are not sent yet. Empty if all are sent. */
function unsentWords(held: Choice['held']): SafeText {
  if (typeof held === 'string' || held.unsent === 0) return t``;
  return t` ${counted(held.unsent, NOUNS.mail)} not sent yet will not be sent.`;
}

const NOUNS = { conversation: t`conversation`, message: t`message`, mail: t`mail` } as const;

/** An inbox to delete, after its conversations were moved to another one, if `to` names one. */
interface Deletion {
  readonly inboxId: number;
  readonly held: InboxContents | SafeText;
  readonly to: number | null;
}

/** Moves the conversations if that was chosen, then deletes the inbox. If one was not moved, nothing is deleted. */
export async function moveAndDelete(desk: Desk, { inboxId, to }: Deletion, onlooker: Onlooker): Promise<void> {
  const name = inboxName(desk.world(), inboxId);
  const { moved, isStopped, reason }: MovedConversations =
    to === null ? { moved: 0 } : await moveAll(desk, inboxId, to, onlooker);
  if (to !== null) onlooker.end();
  const count = counted(moved, NOUNS.conversation);
  const there = to === null ? t`` : t`, ${count} moved to ${inboxName(desk.world(), to)}`;
  const stays = t`Stopped: ${name} stays`;
  if (isStopped) say(desk, moved === 0 ? stays : t`${stays}${there} · ${desk.world().keyNames.undo} cannot undo that`);
  else if (reason !== undefined) say(desk, t`${name} not deleted, ${count} moved: ${reason}`);
  else await remove(desk, inboxId, there);
  await refresh(desk);
}

async function remove(desk: Desk, inboxId: number, there: SafeText): Promise<void> {
  const name = inboxName(desk.world(), inboxId);
  const reply = await removeResource(desk, 'inbox', inboxId);
  if (!('value' in reply)) return say(desk, t`${name} not deleted: ${reply.reason}`);
  if (desk.world().inboxCursor === String(inboxId)) goToList(desk, unresolved, null);
  say(desk, t`Deleted ${name}${there}`, 'done');
}
