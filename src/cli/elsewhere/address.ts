import { isLoopback } from '../../center/http/network.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { ShellError } from '../shell-error.ts';

/** The address of a help center elsewhere, and a warning if the traffic is not encrypted. */
export interface Address {
  readonly url: URL;
  readonly warning: SafeText | undefined;
}

/** Whether this address is reached through SSH. */
export function isThroughSsh(url: string): boolean {
  return new URL(url).protocol === 'ssh:';
}

/** Reads a help center's address. Refuses one with a password in it, and plain HTTP that `--insecure` does not allow. */
export function readCenterAddress(told: string, insecure: boolean | undefined): Address {
  const url = URL.canParse(told) ? new URL(told) : undefined;
  if (!url || !/^(?:https?|ssh):$/.test(url.protocol)) {
    throw new ShellError(
      `“${safeLine(told)}” is not an address of a help center. It begins with https://, ssh:// (or http://).`,
    );
  }
  if (url.protocol === 'ssh:') return { url: throughSsh(url), warning: undefined };
  if (url.username !== '' || url.password !== '') {
    throw new ShellError(
      'Take the name and the password out of the help center’s address: others could read them there.',
    );
  }
  return { url, warning: checkSecrecy(url, insecure) };
}

/** Refuses parts that `ssh` could take for something else than a user and a host. */
function throughSsh(url: URL): URL {
  const { username, password, hostname, pathname, search, hash } = url;
  if (password !== '') throw new ShellError('Take the password out of the address: ssh asks for it itself.');
  if (!/^(?:[A-Za-z0-9_][\w.-]*)?$/.test(username) || !/^(?:[A-Za-z0-9_][\w.-]*|\[[\da-f:.]+\])$/i.test(hostname))
    throw new ShellError(
      'The address is ssh://USER@HOST or ssh://USER@HOST:PORT, of letters, digits, dots and dashes.',
    );
  if (`${pathname}${search}${hash}`.replace('/', '') !== '')
    throw new ShellError('The address ends with the host or its port: ssh://USER@HOST:PORT');
  return url;
}

/** Refuses plain HTTP to another machine. If `--insecure` allows it, returns a warning instead. */
function checkSecrecy({ protocol, hostname, host }: URL, isAllowed: boolean | undefined): SafeText | undefined {
  if (protocol === 'https:' || isLoopback(hostname)) return undefined;
  const what = t`The connection to ${safeLine(host)} is not encrypted: others can read and change the token and all mail.`;
  if (isAllowed) return what;
  throw new ShellError(
    `${what} Nothing was sent. Give the address with https://, or add --insecure if the network is safe.`,
  );
}
