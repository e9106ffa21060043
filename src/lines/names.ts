import type { AnyAction } from '../keys/action.ts';

/** The names under which actions are typed, all in lower case. */
export interface ActionNames {
  /** The actions that a name means; those of the nearest kind of name alone. */
  called(name: string): readonly AnyAction[];
  /** The actions that are searched by this word. */
  about(word: string): readonly AnyAction[];
  /** The name to type for this action: a word if it says enough, otherwise its id. */
  nameOf(action: AnyAction): string;
  readonly all: readonly string[];
}

/** Kinds of names, the nearest first: `conversation.archive`; the footer's word; `archive`; the title. */
const KINDS: readonly ((action: AnyAction) => readonly string[])[] = [
  ({ id }) => [id, id.replaceAll('.', ' ')],
  ({ hint }) => (hint === undefined ? [] : [hint.toLowerCase()]),
  ({ id }) => [id.slice(id.indexOf('.') + 1)],
  ({ title }) => [title.toLowerCase().replace(/…$/, '')],
];

/** Works out the names of all actions once. */
export function actionNames(actions: readonly AnyAction[]): ActionNames {
  const kinds = KINDS.map(kind => byName(actions, kind));
  const words = byName(actions, action => action.words ?? []);
  const called = (name: string): readonly AnyAction[] => kinds.find(kind => kind.has(name))?.get(name) ?? [];
  const nameOf = (action: AnyAction): string => {
    const { id, hint, title } = action;
    const last = id.slice(id.indexOf('.') + 1);
    const own = [...(hint ? [hint.toLowerCase()] : []), ...(title.toLowerCase().startsWith(last) ? [last] : [])];
    return own.find(name => called(name).length === 1 && called(name)[0] === action) ?? id.replaceAll('.', ' ');
  };
  return {
    called,
    about: word => words.get(word) ?? [],
    nameOf,
    all: [...new Set([...kinds, words].flatMap(kind => [...kind.keys()]))],
  };
}

function byName(actions: readonly AnyAction[], namesOf: (action: AnyAction) => readonly string[]) {
  const found = new Map<string, AnyAction[]>();
  for (const action of actions)
    for (const name of new Set(namesOf(action))) found.set(name, [...(found.get(name) ?? []), action]);
  return found;
}
