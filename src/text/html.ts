import { compile, type FormatCallback, type FormatOptions } from 'html-to-text';
import { hiddenBy } from './html-hidden.ts';
import { descendants, type HtmlNode, MAX_NODES_OF_A_CELL } from './html-node.ts';
import { TABLE_GAP, widestColumnOf } from './html-table.ts';

const CUT_SHORT = '[The rest of this HTML message is too long or too deeply nested to be shown as text.]';
const HIDDEN = '[hidden text]';
const MAX_DEPTH = 250;
const MAX_INDENTS = 12;

type Format = { format: string; options?: FormatOptions };

const block: Format = { format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } };
const paragraph: Format = { format: 'paragraph', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } };
const heading: Format = {
  format: 'heading',
  options: { leadingLineBreaks: 2, trailingLineBreaks: 2, uppercase: false },
};
function indented(as: string): Format {
  return { format: 'indented', options: { ...block.options, as, itemPrefix: ' - ' } };
}

/** How tags are written; any other tag stays inline. */
const FORMATS: Readonly<Record<string, Format>> = Object.fromEntries(
  (
    [
      ['article aside body center dd div dl dt footer form header html main nav section tr', block],
      ['table', { format: 'table' }],
      ['p', paragraph],
      ['h1 h2 h3 h4 h5 h6', heading],
      ['blockquote', indented('blockquote')],
      ['ol', indented('orderedList')],
      ['ul', indented('unorderedList')],
      ['pre', { format: 'pre', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } }],
      ['hr', { format: 'horizontalLine', options: { leadingLineBreaks: 1, trailingLineBreaks: 1, length: 40 } }],
      ['br', { format: 'lineBreak' }],
      ['wbr', { format: 'wbr' }],
      ['a', { format: 'link' }],
      ['img', { format: 'picture' }],
      ['td th', { format: 'cell' }],
      ['script style svg title xml', { format: 'skip' }],
    ] as const
  ).flatMap(([tags, format]) => tags.split(' ').map(tag => [tag, format])),
);
const INLINE: Format = { format: 'inline' };

/** Every element comes through here: hidden ones are dropped, the others go to the formatter of their tag. */
const element: FormatCallback = (node: HtmlNode, walk, builder) => {
  const hidden = hiddenBy(node);
  if (hidden === undefined) {
    const { format, options } = (Object.hasOwn(FORMATS, node.name ?? '') && FORMATS[node.name ?? '']) || INLINE;
    builder.options.formatters[format]?.(node, walk, builder, options ?? {});
  } else if (hidden === 'disguised' && hasText(node)) {
    builder.addInline(` ${HIDDEN} `, { noWordTransform: true });
  }
};

const link: FormatCallback = (node: HtmlNode, walk, builder) => {
  walk(node.children, builder);
  const href = (node.attribs?.href ?? '').replace(/\s+/g, '').replace(/^mailto:/i, '');
  if (href === '' || href.startsWith('#') || isText(node, href)) return;
  // A data: address is content, not a place to go.
  builder.addInline(` <${/^data:/i.test(href) ? `${href.slice(0, 60)}…` : href}>`, { noWordTransform: true });
};

/**
 * Formats quotes and lists. Beyond a depth that means anything they no longer indent, or each line would grow with the
 * depth.
 */
const indentation: FormatCallback = (node: HtmlNode, walk, builder, options) => {
  let indents = 0;
  for (let above = node.parent; above; above = above.parent) {
    if (FORMATS[above.name ?? '']?.format === 'indented') indents += 1;
  }
  const format = indents < MAX_INDENTS ? options.as : 'block';
  builder.options.formatters[format]?.(node, walk, builder, options);
};

const picture: FormatCallback = (node: HtmlNode, _walk, builder) => {
  const alt = node.attribs?.alt?.trim() ?? '';
  if (alt !== '') builder.addInline(` [image: ${alt}] `, { noWordTransform: true });
};

/** A table of data has columns; any other is a layout. */
const table: FormatCallback = (node: HtmlNode, walk, builder) => {
  const maxColumnWidth = widestColumnOf(node, isPlainCell);
  const [format, options] =
    maxColumnWidth === undefined ? ['block', block.options] : ['dataTable', dataTable(maxColumnWidth)];
  builder.options.formatters[format]?.(node, walk, builder, options ?? {});
};

function dataTable(maxColumnWidth: number): FormatOptions {
  return {
    maxColumnWidth,
    colSpacing: TABLE_GAP,
    rowSpacing: 0,
    uppercaseHeaderCells: false,
    leadingLineBreaks: 2,
    trailingLineBreaks: 2,
  };
}

/** Cells of plain text share the line of their row; each cell of a layout is a block. */
const cell: FormatCallback = (node: HtmlNode, walk, builder) => {
  if (!isPlainCell(node)) {
    builder.options.formatters.block?.(node, walk, builder, block.options ?? {});
    return;
  }
  const cells = (node.parent?.children ?? []).slice(0, MAX_NODES_OF_A_CELL);
  const isFirst = !cells
    .slice(0, Math.max(0, cells.indexOf(node)))
    .some(before => isPlainCell(before) && hasText(before));
  if (!isFirst && hasText(node)) builder.addInline(' | ', { noWordTransform: true });
  walk(node.children, builder);
};

function isPlainCell(node: HtmlNode): boolean {
  if (node.name !== 'td' && node.name !== 'th') return false;
  let count = 0;
  for (const below of descendants(node, MAX_NODES_OF_A_CELL)) {
    count += 1;
    const format = FORMATS[below.name ?? '']?.format;
    if (format === 'block' || format === 'paragraph' || format === 'heading' || format === 'cell') return false;
  }
  return count < MAX_NODES_OF_A_CELL;
}

function hasText(node: HtmlNode): boolean {
  for (const below of descendants(node, MAX_NODES_OF_A_CELL)) {
    if (below.type === 'text' && /[^\s\u00a0\u200b-\u200d]/.test(below.data ?? '')) return true;
  }
  return false;
}

function isText(node: HtmlNode, text: string): boolean {
  let found = '';
  for (const below of descendants(node, MAX_NODES_OF_A_CELL)) {
    if (below.type === 'text') found += below.data ?? '';
    if (found.length > text.length + MAX_NODES_OF_A_CELL) return false;
  }
  return found.trim() === text;
}

// Made at first use and kept: a mail may have a thousand parts of HTML.
const converter = (() => {
  let made: ((html: string) => string) | undefined;
  return () => {
    made ??= compile({
      formatters: { element, link, indented: indentation, picture, table, cell },
      limits: { ellipsis: '[…]', maxDepth: MAX_DEPTH },
      // As in browsers, the words of a mail may stand anywhere: before `<html>`, in its head, below its body.
      baseElements: { selectors: [] },
      selectors: ['*', ...Object.keys(FORMATS)].map(selector => ({ selector, format: 'element' })),
      wordwrap: false,
    });
    return made;
  };
})();

/**
 * An HTML mail as text to read: links as `text <url>` in full unless the text is the address, lists and table rows as
 * lines, in columns if they are data, quotes behind `> `, pictures by their alternative text. Nothing is fetched. Text that a reader would not see
 * is left out, or is `[hidden text]` if it is disguised. HTML that is too long or nested too deeply ends with a
 * sentence that says so. The result is raw: it must still be made safe.
 */
export function htmlToText(html: string): string {
  const length = readableLength(html);
  const text = tidy(converter()(html.slice(0, length)));
  return length < html.length ? `${text}\n\n${CUT_SHORT}`.trimStart() : text;
}

// Senders pad the preview line with invisible characters, and nested layouts leave many blank lines.
function tidy(text: string): string {
  return text
    .replace(/[\u00a0\u2007]/g, ' ')
    .replace(/(?:[\u034f\u00ad\u200b-\u200d\ufeff] ?){3,}/g, '')
    .replaceAll(`${HIDDEN} ${HIDDEN}`, HIDDEN)
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const MAX_CHARACTERS = 1_500_000;
const MAX_OPEN = 1_000;

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
function readableLength(html: string): number {
  const length = Math.min(html.length, MAX_CHARACTERS);
  const open: string[] = [];
  for (const tag of html.slice(0, length).matchAll(/<(\/?)([a-z][a-z0-9:-]*)/gi)) {
    const name = (tag[2] ?? '').toLowerCase();
    if (tag[1] === '/') close(open, name);
    else if (!VOID.has(name)) {
      while (CLOSES[name]?.includes(open.at(-1) ?? '')) open.pop();
      open.push(name);
      if (open.length > MAX_OPEN) return tag.index;
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
