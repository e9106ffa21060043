const MAX_CHARACTERS = 1_500_000;
const MAX_DEPTH = 1_000;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
// Tags that HTML lets open without closing the previous one.
const CLOSES: Record<string, readonly string[]> = {
  p: ['p'],
  li: ['li'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['tr', 'td', 'th'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  option: ['option'],
};
const FAR_ENOUGH = 64;

/**
 * How much of an HTML text can be parsed in bounded time, in UTF-16 units. For each end tag, a parser looks through all
 * open elements, so depth times length must stay small.
 */
export function readableLength(html: string): number {
  const length = Math.min(html.length, MAX_CHARACTERS);
  const open: string[] = [];
  for (const tag of html.slice(0, length).matchAll(/<(\/?)([a-z][a-z0-9:-]*)/gi)) {
    const name = (tag[2] ?? '').toLowerCase();
    if (tag[1] === '/') close(open, name);
    else if (!VOID.has(name)) {
      while (CLOSES[name]?.includes(open.at(-1) ?? '')) open.pop();
      open.push(name);
      if (open.length > MAX_DEPTH) return tag.index;
    }
  }
  return length;
}

function close(open: string[], name: string): void {
  for (let at = open.length - 1; at >= Math.max(0, open.length - FAR_ENOUGH); at -= 1) {
    if (open[at] === name) {
      open.length = at;
      return;
    }
  }
}
