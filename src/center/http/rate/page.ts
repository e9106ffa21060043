import { createHash } from 'node:crypto';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that may be sent as it is. */
interface Html {
  readonly html: string;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign]!);
}

function htmlOf(part: string | number | Html | readonly Html[]): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map(htmlOf).join('');
}

/** A template of HTML. Texts in it are escaped: there is no other way to put them in. */
function html(own: TemplateStringsArray, ...parts: readonly (string | number | Html | readonly Html[])[]): Html {
  return { html: own.map((text, at) => text + (at < parts.length ? htmlOf(parts[at]!) : '')).join('') };
}

/** The longest comment, in characters. */
export const MAX_COMMENT_LENGTH = 10_000;

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}' +
  'h1{font-size:1.4rem;line-height:1.25}' +
  'fieldset{border:0;padding:0;margin:0 0 1rem}legend{padding:0;margin-bottom:.5rem}' +
  '.mark{display:block;padding:.5rem 0}' +
  'input[type=radio]{width:1.3rem;height:1.3rem;margin:0 .6rem 0 0;vertical-align:-.25rem}' +
  'textarea{box-sizing:border-box;width:100%;font:inherit;padding:.5rem}' +
  'input[type=submit]{font:inherit;padding:.6rem 1.5rem;margin-top:1rem}' +
  '[role=alert]{border-left:.3rem solid;padding-left:.7rem}';

/** The hash by which the content security policy allows the style, and nothing else. */
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The headers of every page: it loads nothing, runs nothing, is in no frame, and sends no referrer. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

function page(title: string, body: Html): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return whole.html;
}

const MARKS = ['very bad', 'bad', 'neither good nor bad', 'good', 'very good'];

function mark(meaning: string, at: number): Html {
  const rating = at + 1;
  return html`<div><label class="mark"><input type="radio" name="rating" value="${rating}" required>${rating} – ${meaning}</label></div>
`;
}

/** The form; `fault`: the fault of the former one, with the comment in it. */
export function formPage(fault?: string, comment = ''): string {
  return page(
    'How was our help?',
    html`${fault === undefined ? [] : html`<p role="alert">${fault}</p>`}
<form method="post">
<fieldset>
<legend>Please choose one:</legend>
${MARKS.map(mark)}</fieldset>
<label for="comment">Do you want to tell us more? (You need not.)</label>
<textarea id="comment" name="comment" rows="5" cols="40" maxlength="${MAX_COMMENT_LENGTH}">
${comment}</textarea>
<p><input type="submit" value="Send"></p>
</form>`,
  );
}

/** The answer to a form that was sent. */
export function thanksPage(): string {
  return page('Thank you!', html`<p>We have your rating. You can close this page.</p>`);
}

/** The answer to a link that was used, is too old or was never made. */
export function gonePage(): string {
  return page(
    'This link cannot be used any more',
    html`<p>Each link works once, for 30 days. If you have rated already, we have your rating. If you want to tell us more, please answer our mail.</p>`,
  );
}

/** A page for all other failures. */
export function troublePage(title: string, text: string): string {
  return page(title, html`<p>${text}</p>`);
}
