const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that may be sent as it is. */
export interface Html {
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
export function html(own: TemplateStringsArray, ...parts: readonly (string | number | Html | readonly Html[])[]): Html {
  return { html: own.map((text, at) => text + (at < parts.length ? htmlOf(parts[at]!) : '')).join('') };
}
