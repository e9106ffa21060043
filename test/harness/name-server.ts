import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';

const SRV = 33;
const NAME_UNKNOWN = 0x8183;
const ANSWERED = 0x8180;

/** The servers that a name server of ours knows, by the name of the service. */
type Records = Readonly<Record<string, { readonly host: string; readonly port: number }>>;

function nameBytes(name: string): Buffer {
  const labels = name.split('.').filter(Boolean);
  return Buffer.concat([...labels.flatMap(each => [Buffer.from([each.length]), Buffer.from(each)]), Buffer.from([0])]);
}

function numbers(...all: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * all.length);
  for (const [at, each] of all.entries()) bytes.writeUInt16BE(each, 2 * at);
  return bytes;
}

/** The first question of a query: its name and its kind. */
function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let size = query[at]!; size > 0; size = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.').toLowerCase(), kind: query.readUInt16BE(at + 1), bytes: query.subarray(12, at + 5) };
}

/** Answers queries for SRV records until the test is over. Returns the variables with which the program asks it alone. */
export async function openNameServer(records: Records): Promise<Record<string, string>> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, kind, bytes } = questionOf(query);
    const found = kind === SRV ? records[name] : undefined;
    const data = found && Buffer.concat([numbers(0, 0, found.port), nameBytes(found.host)]);
    const head = numbers(query.readUInt16BE(0), found ? ANSWERED : NAME_UNKNOWN, 1, found ? 1 : 0, 0, 0);
    const answer = data ? [numbers(0xc00c, SRV, 1, 0, 60, data.length), data] : [];
    socket.send(Buffer.concat([head, bytes, ...answer]), from.port, from.address);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());
  const preload = new URL('./ask-name-server.ts', import.meta.url);
  preload.searchParams.set('port', String(socket.address().port));
  return { NODE_OPTIONS: `--import=${preload.href}` };
}
