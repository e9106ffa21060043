/** Longer ids are cut: they are compared, never shown. */
const MAX_LENGTH = 200;

/** The Message-IDs in a field's value, without angle brackets, each once. */
export function messageIds(value: string): string[] {
  const bracketed = [...value.matchAll(/<\s*([^<>\s]+)\s*>/g)].map(match => match[1]!);
  const found = bracketed.length > 0 ? bracketed : value.split(/[\s,;<>"]+/).filter(word => /.@./.test(word));
  return [...new Set(found.map(id => id.slice(0, MAX_LENGTH)))];
}
