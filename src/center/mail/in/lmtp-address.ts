import { isAbsolute } from 'node:path';

/** Where mail is taken by LMTP: a socket in the file system, or a port of this machine. */
export type LmtpAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** Reads an address such as `/run/frontdesk/lmtp`, `127.0.0.1:2424` or `[::1]:2424`; undefined for other texts. */
export function lmtpAddress(text: string): LmtpAddress | undefined {
  if (isAbsolute(text)) return { path: text };
  const [, host = '', port = ''] = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]):(\d{1,5})$/.exec(text) ?? [];
  if (host === '' || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** An address as it is written in the settings. */
export function lmtpName(address: LmtpAddress): string {
  if ('path' in address) return address.path;
  return address.host.includes(':') ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`;
}
