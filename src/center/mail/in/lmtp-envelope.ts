import type { SMTPServer } from 'smtp-server';

interface Parsed {
  address: string;
}

/** How a connection of the library reads MAIL and RCPT; it has no setting for that. */
interface Reader {
  readonly id: string;
  _parseAddressCommand(name: string, command: string): Parsed | false;
}

/** The path of MAIL or RCPT (RFC 5321, section 4.1.2), loosely: up to the first `>` outside quotation marks. */
const PATH = /^([^:<]*:\s*)<((?:"(?:[^"\\]|\\.)*"|[^"<>])+|[^<>]+)>/s;
/** A source route, which is ignored. */
const ROUTE = /^@[^\s,:@]+(?:,@[^\s,:@]+)*:/;
const CONTROL = /[\u0000-\u001f\u007f]/;
const STAND_IN = 'address@example.invalid';

/**
 * Takes any address that a mail server hands over: it has accepted the mail, and would have to bounce it. The library
 * refuses some that people have (`taro.@…`, `"a b"@…`), so it gets another one in their place to read the parameters.
 */
export function takeAnyAddress({ connections }: SMTPServer, sessionId: string): void {
  const connection = [...connections].find(({ id }) => id === sessionId) as unknown as Reader;
  const { _parseAddressCommand: parse } = connection;
  connection._parseAddressCommand = (name, command) => {
    const [all, verb, path] = PATH.exec(String(command)) ?? [];
    const address = path?.replace(ROUTE, '').trim() ?? '';
    if (address === '' || CONTROL.test(address)) return parse.call(connection, name, command);
    const parsed = parse.call(connection, name, `${verb}<${STAND_IN}>${String(command).slice(all!.length)}`);
    return parsed && { ...parsed, address };
  };
}
