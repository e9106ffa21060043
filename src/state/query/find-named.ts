import { nearest } from '../../text/nearest.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';

/** Why a filter cannot be read. */
export interface FilterProblem {
  readonly problem: SafeText;
  /** The same in few cells. */
  readonly short?: SafeText;
  /** The same beneath the piece itself, which it does not repeat: it stays the same while the piece grows. */
  readonly hint?: SafeText;
  /** Where in the line the error ends, in UTF-16 units. */
  readonly at?: number;
}

/** A thing that a value can name. */
export interface Nameable {
  readonly id: number;
  readonly names: readonly string[];
}
type LookedUpId = { readonly id: number } | FilterProblem;

/** As many names as there are words after `is:`. */
const MAX_KNOWN = 14;

function known(names: readonly SafeText[]): SafeText {
  const some = names.slice(0, MAX_KNOWN);
  return t`Known: ${join(some, t`, `)}${names.length > some.length ? t`, …` : t`.`}`;
}

/** The name that resembles the typed text, in whole or in part. */
function nearName(value: string, names: readonly SafeText[]): SafeText | undefined {
  const parts = names.flatMap(name => [name, ...name.split(nameParts)].map(part => ({ part, name })));
  const near = nearest(
    value,
    parts.map(({ part }) => part),
  );
  return parts.find(({ part }) => part === near)?.name;
}

/** The refusal of a name that is not known, with the one that resembles it. */
export function unknown(kind: SafeText, value: string, names: readonly SafeText[], near = nearName(value, names)) {
  const meant = near === undefined ? t`.` : t`: did you mean "${near}"?`;
  const problem = t`Unknown ${kind} "${safeLine(value)}"${meant} ${known(names)}`;
  if (near === undefined) return { problem, hint: t`Unknown. ${known(names)}` };
  return { problem, short: askMeant(value, near), hint: t`Unknown: did you mean ${near}?` };
}

/** The question after a mistyped name, for a narrow screen. */
export function askMeant(typed: string, near: SafeText): SafeText {
  return t`"${safeLine(typed)}"? Did you mean ${near}?`;
}

const nameParts = /[\s@.]+/;

/** The one thing that a value names: by `#id`, by its whole name, or by a part that is unambiguous. */
export function find(
  kind: SafeText,
  value: string,
  things: readonly Nameable[],
  extra: readonly SafeText[],
): LookedUpId {
  const id = /^#(\d+)$/.exec(value)?.[1];
  if (id) return { id: Number(id) };
  const wanted = value.toLowerCase();
  const among = (fits: (name: string) => boolean): readonly Nameable[] =>
    things.filter(thing => thing.names.some(name => fits(name.toLowerCase())));
  const exact = among(name => name === wanted);
  const near = exact.length > 0 ? exact : among(name => name.split(nameParts).some(part => part.startsWith(wanted)));
  if (near.length === 1) return { id: near[0]!.id };
  const nameOf = (thing: Nameable): SafeText => safeLine(thing.names[0] ?? `#${thing.id}`);
  if (near.length === 0) return unknown(kind, value, [...extra, ...things.map(nameOf)]);
  const choices = near.map(thing => (exact.length > 0 ? t`#${thing.id} ${nameOf(thing)}` : nameOf(thing)));
  return { problem: t`Which ${kind} is "${safeLine(value)}"? ${join(choices.slice(0, 5), t`, `)}.` };
}
