const MAX_SHOWN = 60;

/** A value of the file for a message: as in TOML, shortened, and without the password of an address. */
export function found(value: unknown): string {
  const text = written(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function withoutPassword(address: string): string {
  return address.replace(/:\/\/[^\s/@"]*@/g, '://…@').replace(/([?&]password=)[^\s&"]*/gi, '$1…');
}

function written(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `[${value.slice(0, MAX_SHOWN).map(written).join(', ')}]`;
  if (typeof value === 'object') return 'a table';
  return typeof value === 'string' ? JSON.stringify(withoutPassword(value).slice(0, MAX_SHOWN)) : String(value);
}
