/** The names that a saved reply may have in braces, each filled in when the reply is used. */
export const variableNames = [
  'customer.name',
  'customer.first',
  'agent.name',
  'conversation.id',
  'title',
  'inbox.name',
  'date',
] as const;

/** The name of a variable. */
export type VariableName = (typeof variableNames)[number];

/** The values that are known: a name without one takes its fallback. */
export type Values = Readonly<Partial<Record<VariableName, string>>>;

/** A text whose variables are filled in, and the names that had neither a value nor a fallback: they stand in it. */
export interface Filled {
  readonly text: string;
  readonly unfilled: readonly VariableName[];
}

// An escaped brace, or a pair of braces on one line with a name and, after a bar, a fallback.
const PIECES = /\\\{|\{([^{}|\n]+)(?:\|([^{}\n]*))?\}/g;

function isKnown(name: string): name is VariableName {
  return (variableNames as readonly string[]).includes(name);
}

/** The names in braces that are no variables, each once, as they are written. */
export function unknownVariables(template: string): string[] {
  const names = [...template.matchAll(PIECES)].flatMap(([, name]) => (name === undefined ? [] : [name.trim()]));
  return [...new Set(names)].filter(name => !isKnown(name));
}

function unfilledMark(name: VariableName): string {
  return `{${name}}`;
}

/**
 * The text with its variables filled in; a value is never read for variables itself. `\{` is a brace, and so is one
 * without its other half or around an unknown name.
 */
export function fillVariables(template: string, values: Values): Filled {
  const unfilled = new Set<VariableName>();
  const text = template.replace(PIECES, (piece, name: string | undefined, fallback: string | undefined) => {
    if (name === undefined) return '{';
    const known = name.trim();
    if (!isKnown(known)) return piece;
    const value = values[known]?.trim() || fallback?.trim();
    if (value) return value;
    if (fallback !== undefined) return '';
    unfilled.add(known);
    return unfilledMark(known);
  });
  return { text, unfilled: [...unfilled] };
}
