import { type SafeText, t } from '../text/safe.ts';
import type { AnyAction } from './action.ts';

/** The subject of each group of the help, in their order; the ten actions that are used most stand above them. */
const TITLES = {
  used: t`Most used`,
  conversation: t`This conversation`,
  many: t`Many at once`,
  move: t`Move`,
  look: t`Look`,
  mail: t`Mail`,
  desk: t`Desk and inboxes`,
} as const;

type Group = Exclude<keyof typeof TITLES, 'used'>;

/** The group of each action, by the beginning of its id. If several fit, the longest counts. */
const GROUPS: Readonly<Record<string, Group>> = {
  '': 'desk',
  'conversation.': 'conversation',
  'note.': 'conversation',
  'entry.': 'conversation',
  'contact.': 'conversation',
  'copy.': 'conversation',
  command: 'conversation',
  'file.': 'conversation',
  'list.mark': 'many',
  'list.range': 'many',
  'list.unmark': 'many',
  'list.invert': 'many',
  'list.take-along': 'many',
  'cursor.': 'move',
  'pane.': 'move',
  'view.': 'move',
  'go.': 'move',
  open: 'move',
  back: 'move',
  'conversation.next': 'move',
  'conversation.previous': 'move',
  'list.news': 'move',
  'palette.number': 'move',
  'list.': 'look',
  'detail.': 'look',
  'find.': 'look',
  'link.': 'look',
  'attachment.': 'look',
  'person.': 'look',
  'app.': 'look',
  'pane.widen': 'look',
  'conversation.transcript': 'look',
  'contact.conversations': 'look',
  'message.plain': 'look',
  'copy.show': 'look',
  help: 'look',
  palette: 'look',
  refresh: 'look',
  repaint: 'look',
  'conversation.reply': 'mail',
  'conversation.create': 'mail',
  'conversation.rating': 'mail',
  'message.': 'mail',
  'draft.': 'mail',
  'mail.': 'mail',
  activity: 'mail',
  'notify.': 'mail',
};

/** They fill up the first ten, after those that the footer names. */
const USED_TOO: readonly string[] = [
  'undo',
  'open',
  'conversation.assign-me',
  'conversation.close',
  'back',
  'go.inbox',
  'pane.right',
  'inbox.administer',
  'cursor.down',
  'cursor.up',
];
const USED = 10;

/** Actions under the title of their group. */
export interface ActionGroup {
  readonly title: SafeText;
  readonly actions: readonly AnyAction[];
}

/** The actions of a place in the groups of the help, each once; the footer names those that are `hinted`. */
export function groupsOf(actions: readonly AnyAction[], hinted: readonly AnyAction[]): readonly ActionGroup[] {
  const others = USED_TOO.flatMap(id => actions.find(action => action.id === id) ?? []);
  const used = [...hinted, ...others].slice(0, USED);
  const byGroup = Map.groupBy(
    actions.filter(action => !used.includes(action)),
    groupOf,
  );
  const groups = (Object.keys(TITLES) as (keyof typeof TITLES)[]).map(name => ({
    title: TITLES[name],
    actions: name === 'used' ? used : (byGroup.get(name) ?? []),
  }));
  return groups.filter(group => group.actions.length > 0);
}

/** The group of an action. */
export function groupOf({ id }: AnyAction): Group {
  const beginnings = Object.keys(GROUPS).filter(beginning => id.startsWith(beginning));
  return GROUPS[beginnings.reduce((longest, one) => (one.length > longest.length ? one : longest))]!;
}
