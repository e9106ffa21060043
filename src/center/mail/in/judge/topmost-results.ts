const METHOD = /^\s*([a-z\d-]{1,30})=([a-z]{1,20})((?:\s+[a-z\d_.-]{1,60}=[^\s;=]{1,320})*)\s*$/;
/** A comment of plain words, as Exchange Online writes it. */
const PLAIN_COMMENT = /\([\w .,:@/-]{0,300}\)/g;
/** By one of these signs programs could read a field differently. */
const UNCLEAR = /[()"\\]|[^\t\x20-\x7e]/;
const MAX_CHARACTERS = 8_192;

/**
 * Whether an Authentication-Results field without a server's name says that DMARC passed for this domain of From, in
 * lower case: plainly, with one result of each method, and nothing in it that programs read differently.
 */
export function saysDmarcPassed(field: string, fromDomain: string): boolean {
  if (field.length > MAX_CHARACTERS) return false;
  const text = field.replace(PLAIN_COMMENT, ' ').toLowerCase();
  if (UNCLEAR.test(text)) return false;
  const parts = text.split(';').filter(part => part.trim() !== '');
  const results = parts.map(part => METHOD.exec(part));
  const methods = new Set(results.map(found => found?.[1]));
  if (methods.size !== results.length || methods.has(undefined)) return false;
  const [, , result, properties = ''] = results.find(found => found![1] === 'dmarc') ?? [];
  const from = properties.split(/\s+/).filter(each => each.startsWith('header.from='));
  return result === 'pass' && from.length === 1 && from[0] === `header.from=${fromDomain}`;
}
