import type { AnyAction } from '../../keys/action.ts';
import { SCOPE_TITLES } from '../../keys/help.ts';
import { keyWords } from '../../keys/key-words.ts';
import { keysOf, SCOPES_OF, scopeOf } from '../../keys/keymap.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { ActionNames } from '../names.ts';
import { listed, spoken } from './spoken.ts';

const GRAMMAR: readonly SafeText[] = [
  t`Type what to do, then numbers of conversations, then the answer to what it asks.`,
  t`archive: the conversation at the cursor, or all that are marked.`,
  t`archive 1042 1043: these two.`,
  t`tag 1042 refund: this one gets the tag.`,
  t`note 1042 I called her: this one gets the note.`,
  t`filter is:open tag:vip: lists what matches. 1042 alone opens that conversation.`,
  t`A key works as well as a name: e, g m, Ctrl-d, Enter, Esc.`,
  t`next and previous move, next 3 by three. An empty line reads on, again says where you are, news tells what is new.`,
  t`speak short says less, speak full says more.`,
  t`help and a word explains what is about it, palette and a word does it. What has a key here:`,
];

/** How lines are typed, then the names and keys that work in this place, a line for each of its scopes. */
export function helpWords(names: ActionNames, actions: readonly AnyAction[], world: World): readonly SafeText[] {
  const named = (action: AnyAction) => t`${safeLine(names.nameOf(action))} ${keyWords(keysOf(action)[0]!)}`;
  const groups = SCOPES_OF[world.pane].map(scope => {
    const own = actions.filter(one => scopeOf(one) === scope && keysOf(one).length > 0 && !one.isForScreen);
    return t`${SCOPE_TITLES[scope]}: ${listed(own.map(named))}.`;
  });
  return [...GRAMMAR, ...groups];
}

/** An action in a line: the text to type, and its meaning. */
export function rowHelp(names: ActionNames, action: AnyAction): SafeText {
  const [key] = keysOf(action);
  const keyed = key === undefined ? t`` : t`, key ${keyWords(key)}`;
  return spoken(t`${safeLine(names.nameOf(action))}${keyed}: ${action.help}.`);
}

/** The help of an action, and all the ways to type it. */
export function explained(names: ActionNames, action: AnyAction): readonly SafeText[] {
  const keys = keysOf(action).length === 0 ? [] : [t`Keys: ${listed(keysOf(action).map(keyWords))}.`];
  return [rowHelp(names, action), t`Id: ${safeLine(action.id)}.`, ...keys];
}

/** The keys that can follow those typed. */
export function continuationWords(
  names: ActionNames,
  keys: string,
  more: readonly { readonly keys: string; readonly action: AnyAction }[],
): readonly SafeText[] {
  return [
    t`${keyWords(keys)} and one more:`,
    ...more.map(
      ({ keys: next, action }) => t`  ${keyWords(next)}: ${safeLine(names.nameOf(action))}, ${spoken(action.title)}`,
    ),
  ];
}
