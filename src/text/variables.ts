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

// An escaped brace, or a pair of braces on one line with a name and, after a bar, a fallback.
const PIECES = /\\\{|\{([^{}|\n]+)(?:\|([^{}\n]*))?\}/g;

function isKnown(name: string): name is VariableName {
  return (variableNames as readonly string[]).includes(name);
}

/** The names in braces that are not variables, each once, as they are written. */
export function unknownVariables(template: string): string[] {
  const names = [...template.matchAll(PIECES)].flatMap(([, name]) => (name === undefined ? [] : [name.trim()]));
  return [...new Set(names)].filter(name => !isKnown(name));
}

/** The form of a variable without a value in a text: in signs that are not typed for anything else. */
function unfilledMark(name: VariableName): string {
  return `‹${name}›`;
}

/** A text without quotations: the lines that begin with `>`. */
export function withoutQuotations(text: string): string {
  return text
    .split('\n')
    .filter(line => !line.startsWith('>'))
    .join('\n');
}

/** The variables that wait for their values in a text; those in a quotation do not. */
export function unfilledIn(text: string): readonly VariableName[] {
  const own = withoutQuotations(text);
  return variableNames.filter(name => own.includes(unfilledMark(name)));
}

/** A text to be used again: each variable that waits for its value is one as before. */
export function unfilled(text: string): string {
  return variableNames.reduce((left, name) => left.replaceAll(unfilledMark(name), `{${name}}`), text);
}

/**
 * The text with its variables filled in; one without a value and without a fallback stands marked. A value is never read
 * for variables itself. `\{` is a brace, and so is one without its other half or around an unknown name.
 */
export function fillVariables(template: string, values: Values): string {
  return template.replace(PIECES, (piece, name: string | undefined, fallback: string | undefined) => {
    if (name === undefined) return '{';
    const known = name.trim();
    if (!isKnown(known)) return piece;
    // A customer's name must not hold the answer back.
    const value = values[known]?.trim().replaceAll('‹', '<');
    return value || (fallback?.trim() ?? unfilledMark(known));
  });
}
