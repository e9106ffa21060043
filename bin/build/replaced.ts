/** Replaces code of a package that must be there: otherwise the package is not what it was, which is an error. */
export function replaced(code: string, sought: RegExp | string, by: string): string {
  const other = code.replace(sought, by);
  if (other === code) throw new Error('a package is not what it was: see how it does this now');
  return other;
}
