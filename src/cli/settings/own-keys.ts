import { commandAction, commandId } from '../../actions/conversation/command.ts';
import { bound } from '../../actions/index.ts';
import { BOX_KEYS } from '../../keys/box-keys.ts';
import { type KeyFault, type OwnKeys, readKeys, withOwnKeys } from '../../keys/own-keys.ts';
import type { OwnCommand } from '../../state/world/own-command.ts';
import { nearest } from '../../text/nearest.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { found } from './found.ts';
import type { CommandTold } from './table.ts';

/** A fault of a binding, or of the command that is the `nth` in the file. */
interface Fault extends KeyFault {
  readonly nth?: number;
}

/** The bindings of a table `[keys]` and the readable commands, with their faults. */
export function checkKeys(
  table: Readonly<Record<string, unknown>>,
  told: readonly (CommandTold & { readonly nth: number })[],
) {
  const ids = [...bound.actions.map(({ id }) => id as string), ...Object.keys(BOX_KEYS)];
  const faults: Fault[] = [];
  const keys: Record<string, readonly string[]> = {};
  for (const [id, value] of flat(table)) {
    const fault = (why: SafeText) => faults.push({ id, why });
    const written = typeof value === 'string' ? [value].filter(one => one !== '') : value;
    if (!ids.includes(id) && !bound.named(id)) fault(t`is not an action${meant(id, ids)}`);
    else if (!Array.isArray(written) || !written.every(one => typeof one === 'string'))
      fault(t`must be a key, a list of keys or "" for none, not ${safeLine(found(value))}`);
    else keys[id] = written.flatMap(one => bindingOf(one, fault));
  }
  const nths = new Map<string, number>();
  const commands = told.flatMap(({ nth, key, name, run, input, output }): readonly OwnCommand[] => {
    const fault = (id: string, why: SafeText) => faults.push({ id, why, nth });
    if (nths.has(commandId(name))) fault('name', t`is ${safeLine(name)}, as one before it: the first one counts`);
    else {
      nths.set(commandId(name), nth);
      const own = key === undefined ? [] : bindingOf(key, why => fault('key', why));
      return [{ name: safeLine(name), run, input, output, keys: own }];
    }
    return [];
  });
  const collisions = withOwn(keys, commands).faults.map(({ id, why }) => {
    const nth = nths.get(id);
    return nth === undefined ? { id, why } : { id: 'key', why, nth };
  });
  return { keys: keys as OwnKeys, commands, faults: [...faults, ...collisions] };
}

/** The bindings with the agent's own keys and commands, and those keys that do not count. */
export function withOwn(keys: OwnKeys = {}, commands: readonly OwnCommand[] = []) {
  const named = (id: string) => {
    const command = commands.find(({ name }) => commandId(name) === id);
    return command ? commandAction(command) : bound.named(id);
  };
  const own = commands.map(command => [commandId(command.name), command.keys] as const);
  return withOwnKeys({ ...bound, named }, { ...keys, ...Object.fromEntries(own) });
}

/** `conversation.archive` without quotes is a table within a table. */
function flat(table: object, before = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value, `${before}${name}.`)
      : [[`${before}${name}`, value] as const],
  );
}

function bindingOf(written: string, fault: (why: SafeText) => unknown): readonly string[] {
  const read = readKeys(written);
  if ('keys' in read) return [read.keys];
  fault(read.why);
  return [];
}

function meant(id: string, ids: readonly string[]): SafeText {
  const near = nearest(id, ids);
  return near === undefined ? t`: frontdesk keys lists them` : t`: the nearest is "${safeLine(near)}"`;
}
