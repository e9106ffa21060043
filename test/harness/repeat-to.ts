/** `before`, then `unit` as often as it takes to fill `size` UTF-16 units, then `after`. */
export function repeatTo(unit: string, before = '', after = ''): (size: number) => string {
  return size =>
    before + unit.repeat(Math.max(1, Math.ceil((size - before.length - after.length) / unit.length))) + after;
}

/** As `repeatTo`, with a unit that is another one each time: of its number. */
export function countTo(unit: (index: number) => string, before = '', after = ''): (size: number) => string {
  return size => {
    const pieces = [before];
    for (let length = before.length + after.length, index = 0; length < size; index += 1) {
      const piece = unit(index);
      pieces.push(piece);
      length += piece.length;
    }
    return [...pieces, after].join('');
  };
}
