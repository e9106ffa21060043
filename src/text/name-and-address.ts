/** A person as an agent types it; a part that is missing is empty. */
export interface NameAndAddress {
  readonly name: string;
  readonly email: string;
}

/**
 * Reads `Zoë Quinn <zoe@customer.example>`, a name alone, or an address alone, which then is the name as well. Whether
 * the parts are valid is not checked.
 */
export function readNameAndAddress(text: string): NameAndAddress {
  const typed = text.trim();
  const open = typed.endsWith('>') ? typed.lastIndexOf('<') : -1;
  if (open >= 0) {
    const email = typed.slice(open + 1, -1).trim();
    return { name: typed.slice(0, open).trim() || email, email };
  }
  return { name: typed, email: /^\S+@\S*$/.test(typed) ? typed : '' };
}

/** The form in which a person is typed. */
export function writeNameAndAddress({ name, email }: { readonly name: string; readonly email: string | null }): string {
  return name === email ? name : `${name} <${email ?? ''}>`.trim();
}
