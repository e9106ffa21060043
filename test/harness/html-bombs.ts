import type { Bomb } from './bombs.ts';
import { countTo, repeatTo } from './repeat-to.ts';

function whole(name: string, unit: string): Bomb {
  return { name, make: repeatTo(unit) };
}
function after(name: string, before: string, unit: string, end = ''): Bomb {
  return {
    name,
    make: repeatTo(unit, before, end),
  };
}

/** Elements in each other, with the end tags of all of them. */
function nested(name: string, open: string, close: string): Bomb {
  return {
    name,
    make: size => {
      const depth = Math.ceil(size / (open.length + close.length));
      return `${open.repeat(depth)}x${close.repeat(depth)}`;
    },
  };
}

const structure: readonly Bomb[] = [
  nested('divisions in divisions', '<div>', '</div>'),
  nested('tables in tables', '<table><tr><td>', '</td></tr></table>'),
  nested('lists in lists', '<ul><li>', '</li></ul>'),
  nested('quotes in quotes', '<blockquote>', '</blockquote>'),
  nested('bold in bold', '<b>', '</b>'),
  nested('links in links', '<a href="http://x/">', '</a>'),
  whole('divisions without an end', '<div>'),
  whole('paragraphs without an end', '<p>'),
  whole('paragraphs with a letter', '<p>a'),
  whole('list items without an end', '<li>'),
  whole('cells without an end', '<td>a'),
  whole('inline tags without an end', '<b>a'),
  whole('end tags of nothing', '</div>'),
  whole('end tags of unknown names', '</x>'),
  whole('paragraphs that are never open', '</p>'),
  whole('tags crossed', '<b><i></b></i>'),
  whole('divisions deep and closed crosswise', `${'<div>'.repeat(100)}</p>${'</div>'.repeat(100)}`),
  after('end tags far below what is open', '<div>'.repeat(900), '<b></i>'),
  whole('unknown elements', '<x-y>a</x-y>'),
  { name: 'elements of many names', make: countTo(index => `<x${index}>`) },
  whole('line breaks', '<br>'),
  whole('line breaks and letters', 'a<br>'),
  whole('rules', '<hr>'),
  whole('headings', '<h1>a</h1>'),
  whole('quotes side by side', '<blockquote>a</blockquote>'),
  whole('preformatted lines', '<pre>a\n\n</pre>'),
  after('one preformatted text of newlines', '<pre>', '\n', 'x</pre>'),
  whole('images', '<img alt="a" src="http://x/">'),
  whole('links', '<a href="http://x/">a</a>'),
  { name: 'links that differ', make: countTo(index => `<a href="http://x/${index}">${index}</a>`) },
];

const tables: readonly Bomb[] = [
  after('one row of many cells', '<table><tr>', '<td>a</td>', '</tr></table>'),
  after('many rows', '<table>', '<tr><td>a</td><td>b</td></tr>', '</table>'),
  whole('tables side by side', '<table><tr><td>a</td></tr></table>'),
  whole('cells that span columns', '<table><tr><td colspan=100000 rowspan=100000>a</td></tr></table>'),
  after('one cell of much text', '<table><tr><td>', 'word ', '</td><td>b</td></tr></table>'),
  after('one table of cells that span', '<table><tr>', '<td colspan=1000>a', '</table>'),
];

const attributes: readonly Bomb[] = [
  after('one tag of many attributes', '<div ', 'a=b ', '>x</div>'),
  { name: 'one tag of attributes that differ', make: countTo(index => `a${index}=b `, '<div ', '>x</div>') },
  after('one long attribute', '<div title="', 'ab ', '">x</div>'),
  after('an attribute without an end', '<div title="', 'ab '),
  whole('tags with many attributes', `<div ${'a=b '.repeat(200)}>x</div>`),
  after('one long style', '<div style="', 'color:white;', '">x</div>'),
  after('a style of blanks', '<div style="color:', ' ', ';x">y</div>'),
  after('a style of colour that does not end', '<div style="color:rgba(255,255,255', '.', '">y</div>'),
  after('a style of zeros', '<div style="font-size:', '0', 'x">y</div>'),
  whole('styles', '<div style="color:white;font-size:0;display:none">x</div>'),
  nested('styles in styles', '<div style="font-size:0">', '</div>'),
  nested('white on white in each other', '<span style="color:white">', '</span>'),
  after('small text with much below it', '<div style="font-size:0">', '<b>a</b>'),
  after('small text in small text', '<div style="font-size:0">'.repeat(400), '<b style="font-size:0">a</b>'),
  whole('styles in styles side by side', `${'<div style="font-size:0">'.repeat(200)}${'</div>'.repeat(200)}`),
  after('white text deep down', '<div>'.repeat(240), '<b style="color:white">a</b>'),
  after('white text below a long style', `<div style="${'x:y;'.repeat(500)}">`, '<b style="color:white">a</b>'),
  whole('hidden elements', '<div hidden>x</div>'),
  whole('elements that are not displayed', '<div style="display:none">x</div>'),
  after('one hidden element', '<div style="display:none">', 'word <b>a</b> '),
  whole('equals signs in tags', '<a ='),
];

const markup: readonly Bomb[] = [
  whole('comments that open', '<!--'),
  whole('comments', '<!-- a -->'),
  after('one comment', '<!--', '-', 'x'),
  after('one comment of ends that are none', '<!--', '--!', 'x'),
  whole('CDATA that opens', '<![CDATA['),
  whole('declarations', '<!DOCTYPE a>'),
  whole('declarations without an end', '<!'),
  whole('processing instructions', '<?a '),
  whole('conditional comments', '<!--[if mso]>a<![endif]-->'),
  whole('tags that open', '<a '),
  whole('tag signs', '<'),
  whole('tag signs, both', '<>'),
  whole('end tags without an end', '</'),
  whole('style sheets', '<style>a{}</style>'),
  after('one style sheet without an end', '<style>', 'a{color:red}</styl'),
  whole('style sheets that open', '<style>'),
  whole('scripts that open', '<script>'),
  after('one script without an end', '<script>', '</scrip'),
  whole('titles that open', '<title>'),
  whole('text areas that open', '<textarea>'),
  whole('entities', '&amp;'),
  whole('entities of numbers', '&#65;'),
  whole('entities of long numbers', `&#${'0'.repeat(1_000)}65;`),
  whole('entities without a name', '&;'),
  after('one entity without an end', '&', 'a'),
  after('one number without an end', '&#', '1'),
  whole('entities of the longest name', '&CounterClockwiseContourIntegral;'),
  whole('no-break spaces as entities', '&nbsp;'),
  after('one word of HTML', '<p>', 'a'),
  after('blanks in HTML', '<p>a', ' ', 'x</p>'),
  after('newlines in HTML', '<p>a', '\n', 'x</p>'),
  whole('metas of charsets', '<meta '),
  after('a meta that does not end', '<meta ', 'charset '),
];

/** Bombs of HTML. */
export const htmlBombs: readonly Bomb[] = [...structure, ...tables, ...attributes, ...markup];
