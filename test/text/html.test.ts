import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../src/text/html.ts';
import { foldQuotes } from '../../src/text/quote.ts';
import { safeBlock } from '../../src/text/safe.ts';
import { corpusText, whyNoCorpus } from '../harness/corpus.ts';
import { skippedFor } from '../harness/skipped.ts';

function fixture(name: string) {
  return readFileSync(new URL(`../fixtures/html/${name}`, import.meta.url), 'utf8');
}

const CUT_SHORT = 'too long or too deeply nested to be shown';

describe('htmlToText', () => {
  it.each([
    ['paragraphs', '<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
    ['headings as they are written', '<h1>Your Order</h1><p>x</p>', 'Your Order\n\nx'],
    ['a link whose text is not an address', '<a href="https://a.example/x">Order</a>', 'Order <https://a.example/x>'],
    [
      'a link that lies',
      '<a href="https://evil.example">https://bank.example</a>',
      'https://bank.example <https://evil.example>',
    ],
    ['a link that is its text', '<a href="https://a.example/">https://a.example/</a>', 'https://a.example/'],
    ['a mail address', '<a href="mailto:ana@a.example">ana@a.example</a>', 'ana@a.example'],
    ['a link within the page', '<a href="#top">Up</a>', 'Up'],
    [
      'a link on a picture',
      '<a href="https://a.example"><img alt="Logo" src="https://t.example/p.gif"></a>',
      '[image: Logo] <https://a.example>',
    ],
    ['lists', '<ul><li>one<li>two<ol><li>a<li>b</ol></ul>', '- one\n - two\n   1. a\n   2. b'],
    [
      'a table of data in columns, its empty cells too',
      '<table><tr><th>Item</th><th>Qty</th><th>Price</th></tr><tr><td>Shoe</td><td></td><td>4 €</td></tr></table>',
      'Item  Qty  Price\nShoe       4 €',
    ],
    [
      'a wide column of data in several lines',
      `<table><tr><td>Note</td><td>${'all of it arrived broken '.repeat(5)}</td></tr><tr><td>Box</td><td>wet</td></tr></table>`,
      [
        'Note  all of it arrived broken all of it arrived broken',
        '      all of it arrived broken all of it arrived broken',
        '      all of it arrived broken',
        'Box   wet',
      ].join('\n'),
    ],
    [
      'layout tables without bars',
      '<table><tr><td><p>Left</p></td><td><p>Right</p></td></tr></table>',
      'Left\n\nRight',
    ],
    ['preformatted text', '<pre>a\n  b</pre>', 'a\n  b'],
    ['entities and hard spaces', '5&nbsp;&euro; &lt;b&gt;', '5 € <b>'],
    [
      'quotes behind signs',
      '<div>On x wrote:</div><blockquote>one<blockquote>two</blockquote></blockquote>',
      'On x wrote:\n> one\n> > two',
    ],
    [
      'what stands before and after the document',
      '<div>My answer above</div><html><body><p>Quoted</p></body></html><p>after</p>',
      'My answer above\n\nQuoted\n\nafter',
    ],
    ['several documents', '<html><body>one</body></html><html><body>two</body></html>', 'one\ntwo'],
    ['several bodies', '<body>one</body><body>two</body>', 'one\ntwo'],
    ['a head that is not closed', '<html><head><title>t</title><body>one</body></html>', 'one'],
    ['words in the head', '<html><head>one<title>t</title></head><body>two</body></html>', 'one\ntwo'],
    ['a body within a quote', '<p>one</p><blockquote><html><body>two</body></html></blockquote>', 'one\n\n> two'],
    ['no settings of Office', '<head><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml></head><body>a', 'a'],
    [
      'no head, style, script or comment',
      '<head><title>t</title><style>p{}</style></head><script>x()</script><!-- c -->a',
      'a',
    ],
    ['no picture without words', '<img src="https://t.example/pixel.gif" width=1>a', 'a'],
    ['nothing of nothing', '', ''],
    ['broken HTML', '<p>a<b>b</p></i><td>c<', 'ab\n\nc<'],
  ])('writes %s', (_name, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    ['one row', '<tr><td>Privacy</td><td>Imprint</td></tr>', 'Privacy | Imprint'],
    ['a cell over two', '<tr><td colspan="9999">a</td></tr><tr><td>b</td><td>c</td></tr>', 'a\nb | c'],
    ['wide letters', '<tr><td>注文</td><td>1</td></tr><tr><td>a</td><td>2</td></tr>', '注文 | 1\na | 2'],
    [
      'a cell that is not seen',
      '<tr><td>a</td><td style="display:none">x</td></tr><tr><td>b</td><td>c</td></tr>',
      'a\nb | c',
    ],
    [
      'a long word',
      `<tr><td>${'x'.repeat(40)}</td><td>1</td></tr><tr><td>a</td><td>2</td></tr>`,
      `${'x'.repeat(40)} | 1\na | 2`,
    ],
  ])('writes a table with %s as lines', (_name, rows, text) => {
    expect(htmlToText(`<table>${rows}</table>`)).toBe(text);
  });

  it.each([
    ['display:none', '<div style="DISPLAY : none !important">x</div>'],
    ['visibility:hidden', '<span style="visibility:hidden">x</span>'],
    ['the hidden attribute', '<p hidden>x</p>'],
    ['a height of nothing', '<div style="max-height:0px;overflow:hidden">x</div>'],
  ])('leaves out what is hidden by %s', (_name, html) => {
    expect(htmlToText(`a ${html} b`).replace(/\s+/g, ' ')).toBe('a b');
  });

  it.each([
    ['white on white', '<p style="color:#FFF">x</p>'],
    ['white on a white cell', '<table bgcolor="#ffffff"><tr><td><font color="white">x</font></td></tr></table>'],
    ['size 0', '<span style="font-size:0px">x</span>'],
    ['no opacity', '<span style="opacity:0">x</span>'],
  ])('marks text disguised as %s', (_name, html) => {
    expect(htmlToText(`a ${html} b`).replace(/\s+/g, ' ')).toBe('a [hidden text] b');
  });

  it.each([
    ['white on blue', '<table><tr><td style="background:#00f"><a style="color:#ffffff">x</a></td></tr></table>'],
    ['white where a class may colour the background', '<div class="button"><span style="color:#fff">x</span></div>'],
    ['a size on what stands in a frame without one', '<div style="font-size:0"><p style="font-size:15px">x</p></div>'],
    ['black', '<p style="color:#000;font-size:0.9em;opacity:0.5">x</p>'],
  ])('keeps text that is seen: %s', (_name, html) => {
    expect(htmlToText(html)).toBe('x');
  });

  it('drops the invisible padding of a preview line', () => {
    expect(htmlToText(`Sale!${'&zwnj;&nbsp;&#847;'.repeat(100)}<p>Hello</p>`)).toBe('Sale!\n\nHello');
  });

  it('returns a quote that folds', () => {
    const html =
      '<div>Thanks</div><div class="gmail_quote"><div>On Thu, Nov 20, 2025 at 9:12 AM Ana &lt;<a href="mailto:ana@a.example">ana@a.example</a>&gt; wrote:<br></div><blockquote>Hello<br>there</blockquote></div>';
    expect(foldQuotes(safeBlock(htmlToText(html))).map(({ kind }) => kind)).toEqual(['text', 'quote']);
  });

  it.each([
    ['10 MB of paragraphs', '<p>hello <b>world</b> <a href="http://x.example/z">link</a></p>\n'.repeat(160_000)],
    ['10,000 nested tags', `before${'<div>'.repeat(10_000)}x`],
    ['a million tags that close nothing', `${'<b>'.repeat(10_000)}x${'</i>'.repeat(1_000_000)}`],
    ['10,000 nested quotes', '<blockquote>x'.repeat(10_000)],
    ['10,000 nested tables', '<table><tr><td>'.repeat(10_000)],
    ['10 MB of signs that open nothing', '<'.repeat(10_000_000)],
    ['open comments', '<!--'.repeat(1_000_000)],
    ['one tag of endless attributes', `<p ${'a=b '.repeat(1_000_000)}>`],
  ])('cuts %s and says so', (_name, html) => {
    const text = htmlToText(html);
    expect(text.slice(-120)).toContain(CUT_SHORT);
    expect(text.length).toBeLessThan(2_000_000);
  });

  it('does not let quotes in quotes multiply the lines', () => {
    const text = htmlToText(`${'<blockquote>'.repeat(240)}${'x<br>'.repeat(20_000)}`);
    expect(text.length).toBeLessThan(20_000 * 40);
    expect(text).toContain('> > > x');
  });

  it('makes a newsletter of layout tables readable', () => {
    const text = htmlToText(fixture('newsletter.html'));
    expect(text).toMatch(/^\[image: Lantern shop\]\n/);
    expect(text).toContain(' - A lantern of brass.\n - A lantern of glass.');
    expect(text).toContain('See them all <https://shop.example/new>');
    expect(text).not.toMatch(/A preview for|\[hidden text\]|mso|\{|^\s*\|/m);
  });

  it('makes a receipt readable', () => {
    expect(htmlToText(fixture('receipt.html'))).toBe(
      [
        'Hello Zoë,',
        'thank you for order 7741. It is on its way.',
        'Follow the parcel <https://shop.example/orders/7741>',
        'Write to us if anything is amiss.',
        'Lantern shop, 1 Harbour Road, Bremen\nNo receipts by mail? Change it <https://shop.example/settings>.',
      ].join('\n\n'),
    );
  });

  it('makes the Cerberus templates readable', skippedFor(whyNoCorpus('html-cerberus')), () => {
    for (const name of ['cerberus-fluid.html', 'cerberus-hybrid.html']) {
      const text = htmlToText(corpusText(`html-cerberus/${name}`));
      expect(text).toMatch(/^\[image: alt_text\]\n/);
      expect(text).toContain(' - A list item.\n - Another list item here.');
      expect(text).toContain('Primary Button <https://google.com/>');
      expect(text).not.toMatch(/inbox preview|\[hidden text\]|mso|\{|^\s*\|/m);
    }
  });

  it('makes the transactional template readable', skippedFor(whyNoCorpus('html-leemunroe')), () => {
    expect(htmlToText(corpusText('html-leemunroe/email-inlined.html'))).toBe(
      [
        'Hi there',
        'Sometimes you just want to send a simple HTML email with a simple design and clear call to action. This is it.',
        'Call To Action <http://htmlemail.io>',
        "This is a really simple email template. It's sole purpose is to get the recipient to click the button with no distractions.",
        'Good luck! Hope it works.',
        "Company Inc, 7-11 Commercial Ct, Belfast BT1 2NB\nDon't like these emails? Unsubscribe <http://htmlemail.io/blog>.\nPowered by HTMLemail.io <http://htmlemail.io>",
      ].join('\n\n'),
    );
  });
});
