import { bound } from '../../actions/index.ts';
import { BOX_KEYS } from '../../keys/box-keys.ts';
import { type KeyFault, type OwnKeys, readKeys, withOwnKeys } from '../../keys/own-keys.ts';
import { nearest } from '../../text/nearest.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { found } from './found.ts';

/** The bindings of a table `[keys]` that can be read, and what is wrong with it. */
export function checkKeys(table: Readonly<Record<string, unknown>>) {
  const ids = [...bound.actions.map(({ id }) => id as string), ...Object.keys(BOX_KEYS)];
  const faults: KeyFault[] = [];
  const keys: Record<string, readonly string[]> = {};
  for (const [id, value] of flat(table)) {
    const fault = (why: SafeText) => faults.push({ id, why });
    const written = typeof value === 'string' ? [value].filter(one => one !== '') : value;
    if (!ids.includes(id) && !bound.named(id)) fault(t`is no action${meant(id, ids)}`);
    else if (!Array.isArray(written) || !written.every(one => typeof one === 'string'))
      fault(t`must be a key, a list of keys or "" for none, not ${safeLine(found(value))}`);
    else keys[id] = written.flatMap(one => bindingOf(one, fault));
  }
  return { keys: keys as OwnKeys, faults: [...faults, ...withOwnKeys(bound, keys).faults] };
}

/** `conversation.archive` without quotes is a table within a table. */
function flat(table: object, before = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value, `${before}${name}.`)
      : [[`${before}${name}`, value] as const],
  );
}

function bindingOf(written: string, fault: (why: SafeText) => void): readonly string[] {
  const read = readKeys(written);
  if ('keys' in read) return [read.keys];
  fault(read.why);
  return [];
}

function meant(id: string, ids: readonly string[]): SafeText {
  const near = nearest(id, ids);
  return near === undefined ? t`: frontdesk keys lists them` : t`: the nearest is "${safeLine(near)}"`;
}
