import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';

const TXT = 16;
const SRV = 33;

/** The servers that a name server of ours knows, by the name of the service. */
type Records = Readonly<Record<string, { readonly host: string; readonly port: number }>>;

/** What it does about a name: gives texts, says that there is none, fails, is silent, or answers for another query. */
export type TextAnswer = readonly string[] | 'none' | 'fails' | 'silent' | 'lies';

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

/** A text in pieces of at most 255 bytes. */
function textBytes(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gs) ?? [''];
  return Buffer.concat(pieces.flatMap(piece => [Buffer.from([piece.length]), Buffer.from(piece)]));
}

/** An answer with these records of one kind, and the code of what went wrong (0: nothing). */
function answerTo(query: Buffer, kind: number, records: readonly Buffer[], code = 0): Buffer {
  const head = numbers(query.readUInt16BE(0), 0x8180 | code, 1, records.length, 0, 0);
  const all = records.flatMap(data => [numbers(0xc00c, kind, 1, 0, 60, data.length), data]);
  return Buffer.concat([head, questionOf(query).bytes, ...all]);
}

/** Answers queries until `close`. */
async function listen(answer: (query: Buffer) => Buffer | undefined) {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const bytes = answer(query);
    if (bytes) socket.send(bytes, from.port, from.address);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, close: () => void socket.close() };
}

async function open(answer: (query: Buffer) => Buffer | undefined): Promise<number> {
  const { port, close } = await listen(answer);
  onTestFinished(close);
  return port;
}

/** What a process is started with to ask the name server at this port alone. */
function askingAt(port: number): string {
  const preload = new URL('./ask-name-server.ts', import.meta.url);
  preload.searchParams.set('port', String(port));
  return `--import=${preload.href}`;
}

/** Answers each query for TXT records with this key until `close`. `flag`: what makes a process ask here alone. */
export async function openKeyServer(key: string) {
  const { port, close } = await listen(query => answerTo(query, TXT, [textBytes(key)]));
  return { flag: askingAt(port), close };
}

const NO_NAME = 3;
const SERVER_FAILED = 2;

/**
 * Answers queries for SRV records, and for the key of all signatures, until the test is over. Returns the variables with
 * which the program asks it alone.
 */
export async function openNameServer(records: Records, key = ''): Promise<Record<string, string>> {
  const port = await open(query => {
    const { name, kind } = questionOf(query);
    if (kind === TXT && key !== '') return answerTo(query, TXT, [textBytes(key)]);
    const found = kind === SRV ? records[name] : undefined;
    if (!found) return answerTo(query, kind, [], NO_NAME);
    return answerTo(query, SRV, [Buffer.concat([numbers(0, 0, found.port), nameBytes(found.host)])]);
  });
  return { NODE_OPTIONS: askingAt(port) };
}

/** Answers queries for TXT records until the test is over. Returns its address and the names that it was asked for. */
export async function openTextServer(answerFor: (name: string) => TextAnswer) {
  const asked: string[] = [];
  const port = await open(query => {
    const { name, kind } = questionOf(query);
    asked.push(name);
    const answer = kind === TXT ? answerFor(name) : 'none';
    if (answer === 'silent') return undefined;
    if (answer === 'none') return answerTo(query, kind, [], NO_NAME);
    if (answer === 'fails') return answerTo(query, kind, [], SERVER_FAILED);
    if (answer !== 'lies') return answerTo(query, TXT, answer.map(textBytes));
    const other = answerTo(query, TXT, [textBytes('v=DKIM1; p=')]);
    other.writeUInt16BE((query.readUInt16BE(0) + 1) % 65_536, 0);
    return other;
  });
  return { at: `127.0.0.1:${port}`, asked };
}
