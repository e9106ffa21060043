const CLOSED_BY: Readonly<Record<string, string>> = { '"': '"', '(': ')', '<': '>' };

/**
 * An address field with nested groups, which RFC 5322 does not allow, made flat: a colon within an open group becomes a
 * space, so that the inner group's name joins the name of its first member. The address parser reads the contents of a
 * group again for each level.
 */
export function flattenGroups(value: string): string {
  let flat = '';
  let from = 0;
  let isInGroup = false;
  let closing = '';
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at]!;
    if (closing === '"' && character === '\\') at += 1;
    else if (isInGroup && character === ';') {
      // The parser searches the end of a group first, even within quotes.
      isInGroup = false;
      closing = '';
    } else if (closing !== '') closing = character === closing ? '' : closing;
    else if (character !== ':') closing = CLOSED_BY[character] ?? '';
    else if (!isInGroup) isInGroup = true;
    else {
      flat += `${value.slice(from, at)} `;
      from = at + 1;
    }
  }
  return from === 0 ? value : flat + value.slice(from);
}
