declare module 'mailauth/lib/parse-dkim-headers.js' {
  /** Reads one field of a mail's head. */
  function parse(line: Buffer): { readonly parsed: Readonly<Record<string, unknown>> };

  export = parse;
}

declare module 'mailauth/lib/tools.js' {
  export function parseHeaders(head: Buffer): {
    readonly parsed: readonly { readonly key: string | null; readonly line: Buffer }[];
  };
}
