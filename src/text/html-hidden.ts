import { descendants, type HtmlNode } from './html-node.ts';

const WHITE = /^(?:white|#fff|#ffffff|rgba?\(\s*255\s*,\s*255\s*,\s*255\b.*\))$/;
const ZERO = /^0*(?:\.0+)?(?:px|pt|em|rem|%)?$/;
const MAX_NODES = 500;

/**
 * Whether a reader of the original would not see this element. `unseen` is common in mail programs (a preview line that
 * is not displayed); `disguised` is text that is displayed but too small, transparent, or white on white. Style sheets
 * are not read: if a class could colour the background, white text counts as seen.
 */
export function hiddenBy(element: HtmlNode): 'unseen' | 'disguised' | undefined {
  if (element.attribs?.hidden !== undefined) return 'unseen';
  const style = styleOf(element);
  if (style.size === 0 && element.name !== 'font') return undefined;
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden') return 'unseen';
  if (isZero(style.get('max-height')) && style.get('overflow') === 'hidden') return 'unseen';
  if (isZero(style.get('opacity'))) return 'disguised';
  if (isZero(style.get('font-size')) && !hasSizeBelow(element)) return 'disguised';
  const color = style.get('color') ?? element.attribs?.color;
  return color !== undefined && WHITE.test(color) && isOnWhite(element) ? 'disguised' : undefined;
}

// Many elements ask for the style of the same parent, and it may be long.
function styleOf(element: HtmlNode): ReadonlyMap<string, string> {
  element.style ??= readStyle(element);
  return element.style;
}

function readStyle(element: HtmlNode): ReadonlyMap<string, string> {
  const style = new Map<string, string>();
  for (const declaration of element.attribs?.style?.toLowerCase().split(';') ?? []) {
    const colon = declaration.indexOf(':');
    if (colon > 0)
      style.set(
        declaration.slice(0, colon).trim(),
        declaration
          .slice(colon + 1)
          .replace('!important', '')
          .trim(),
      );
  }
  return style;
}

function isZero(value: string | undefined): boolean {
  return value !== undefined && value !== '' && ZERO.test(value);
}

// Layouts set size 0 on a frame to close gaps, and a real size on its content.
function hasSizeBelow(element: HtmlNode): boolean {
  for (const below of descendants(element, MAX_NODES)) {
    const size = below.attribs?.style === undefined ? undefined : styleOf(below).get('font-size');
    if (size !== undefined && !isZero(size)) return true;
  }
  return false;
}

function isOnWhite(element: HtmlNode): boolean {
  let node: HtmlNode | undefined = element;
  for (let seen = 0; node && seen < MAX_NODES; seen += 1) {
    const style = styleOf(node);
    const background = style.get('background-color') ?? style.get('background') ?? node.attribs?.bgcolor?.toLowerCase();
    if (background !== undefined && background !== 'transparent' && background !== 'none')
      return WHITE.test(background);
    if (style.has('background-image') || node.attribs?.background !== undefined) return false;
    if (node.attribs?.class !== undefined || node.attribs?.id !== undefined) return false;
    node = node.parent;
  }
  return true;
}
