import { actions } from '../../src/actions/index.ts';
import { BOX_KEYS } from '../../src/keys/box-keys.ts';
import { keysOf } from '../../src/keys/keymap.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** None of these is a default key of an action by itself. */
const PREFIXES = ['B', 'H', 'M', 'P', 'Y'];

/** A settings table in which every action, and every key in boxes, has another key than its own. */
export function movedKeys(): {
  readonly toml: string;
  readonly keysFor: (name: string) => readonly string[] | undefined;
} {
  const bound = actions.filter(action => keysOf(action).length > 0);
  const moved = new Map(bound.map(({ id }, at) => [id as string, [PREFIXES[Math.floor(at / 52)]!, LETTERS[at % 52]!]]));
  for (const [at, id] of Object.keys(BOX_KEYS).entries()) moved.set(id, [`f${at + 2}`]);
  const lines = [...moved].map(([id, keys]) => `"${id}" = "${keys.join(' ')}"`);
  return { toml: `[keys]\n${lines.join('\n')}\n`, keysFor: name => moved.get(name) };
}
