import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { listenHere } from '../harness/listen-here.ts';
import type { Terminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const FILM = Buffer.alloc(600_000, 'film');
const PIECE = 20_000;

/** A way to the help center on which large files come to a stop after some bytes. */
interface Way {
  readonly url: string;
  /** The `Range` of each request for a large file. */
  readonly ranges: (string | undefined)[];
  /** Large files stop after so many bytes of each answer. */
  stopAfter(bytes: number): void;
  /** Whether a file has stopped. */
  isStopped(): boolean;
  /** Breaks the connections on which a file has stopped. */
  cut(): void;
}

async function openWay(fetch: (request: Request) => Promise<Response>): Promise<Way> {
  const ranges: (string | undefined)[] = [];
  const stopped = new Set<ServerResponse>();
  let most = Number.POSITIVE_INFINITY;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { 'accept-encoding': _, ...passed } = request.headers;
    const headers = Object.entries(passed).map(([name, value]) => [name, String(value)] as [string, string]);
    const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
    const real = await fetch(new Request(`http://center${request.url}`, { method: request.method!, headers, body }));
    response.writeHead(real.status, Object.fromEntries(real.headers));
    const isLarge = Number(real.headers.get('content-length')) > PIECE;
    if (isLarge) ranges.push(request.headers.range);
    const reader = real.body?.getReader();
    response.on('close', () => void reader?.cancel().catch(() => undefined));
    let sent = 0;
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      const part = isLarge ? piece.value.subarray(0, most - sent) : piece.value;
      sent += part.length;
      response.write(part);
      if (!isLarge || sent < most) continue;
      stopped.add(response);
      return;
    }
    response.end();
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const url = await listenHere(server);
  return {
    url,
    ranges,
    stopAfter: bytes => {
      most = bytes;
    },
    isStopped: () => stopped.size > 0,
    cut: () => {
      for (const response of stopped) response.destroy();
      stopped.clear();
    },
  };
}

/** A help center with a mail that has attachments and an older note that has one. */
async function openHouse() {
  const folder = temporaryFolder();
  const center = await createCenter({
    database: join(folder, 'center.db'),
    attachmentsFolder: join(folder, 'attachments'),
    settings: { passwordCost: 4 },
  });
  onTestFinished(() => center.close());
  const { id: agentId } = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const token = await createAgentToken(center, agentId);
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
    if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
    const init = { method, headers, body: isForm ? body : body === undefined ? null : JSON.stringify(body) };
    const response = await center.fetch(new Request(`http://center/api/agent/v1${path}`, init));
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  const upload = async (name: string, type: string, content: string | Buffer): Promise<number> => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(Buffer.from(content))], name, { type }));
    return (await ask<{ id: number }>('POST', '/attachments', form)).id;
  };
  const { id } = await ask<{ id: number }>('POST', '/conversations', { title: 'Film of the damage' });
  const label = await upload('label.csv', 'text/csv', 'a,b\n');
  await ask('POST', `/conversations/${id}/notes`, { details: 'The label', attachments: [label] });
  const files = [
    await upload('film.mp4', 'video/mp4', FILM),
    await upload('error.log', 'text/plain', 'first line\nsecond \u001b[31mline\n'),
    await upload('update.exe', 'application/pdf', 'MZ'),
  ];
  await ask('POST', `/conversations/${id}/messages`, { body_text: 'See the film.', attachments: files });
  return { id, token, folder, ask, fetch: (request: Request) => center.fetch(request) };
}

async function openDesk(url: string, token: string, environment: Record<string, string>): Promise<Terminal> {
  const desk = openBuiltDesk(['--url', url, '--link', 'fast'], { ...environment, FRONTDESK_TOKEN: token });
  await desk.sees('Film of the damage');
  return desk;
}

test('attachments are listed, shown and saved while the desk goes on, and a cut link loses no byte', async () => {
  const house = await openHouse();
  const way = await openWay(house.fetch);
  const environment = deskEnvironment(house.folder);
  const shelf = join(environment.HOME!, 'Shelf');
  mkdirSync(shelf);
  const desk = await openDesk(way.url, house.token, environment);
  const held = () => readdirSync(shelf).map(name => name.replace(/^\.frontdesk-.*\.part$/, 'unfinished'));

  // What they are stands beside their names, also of the note's.
  desk.press('open');
  for (const facts of ['video · 600 kB', 'text · 28 B', 'program · 2 B', 'table · 4 B']) await desk.sees(facts);

  // A text is shown, and none of its escapes; a program is not opened.
  desk.press('link.list');
  await desk.sees('Attachments and links');
  desk.press('j', 'enter');
  await desk.sees('second ^[[31mline');
  desk.press('esc');
  await desk.sees('film.mp4');
  desk.press('link.list');
  await desk.sees('Attachments and links');
  desk.press('j', 'j', 'o');
  await desk.sees('update.exe is a program: it is never opened');
  desk.press('esc');

  // The film stops on its way. Keys and changes do not.
  way.stopAfter(200_000);
  desk.press('link.list');
  await desk.sees('Attachments and links');
  desk.press('s');
  await desk.sees('Save film.mp4 (600 kB) in this folder');
  desk.press('ctrl-u');
  desk.type('~/Sh');
  desk.press('tab');
  await desk.sees('~/Shelf/');
  desk.press('enter');
  await desk.sees('Saving film.mp4');
  desk.press('conversation.status');
  await desk.sees('Status of #1');
  desk.press('esc', 'conversation.close');
  await desk.sees('Closed #1');
  await expect
    .poll(async () => (await house.ask<{ status: string }>('GET', `/conversations/${house.id}`)).status)
    .toBe('closed');
  expect(held()).toEqual(['unfinished']);

  // Each cut costs no byte that is there already.
  await expect.poll(way.isStopped).toBe(true);
  way.cut();
  await expect.poll(() => way.ranges).toEqual([undefined, 'bytes=200000-']);
  await expect.poll(way.isStopped).toBe(true);
  way.stopAfter(Number.POSITIVE_INFINITY);
  way.cut();
  await desk.sees('Saved film.mp4 (600 kB) in ~/Shelf/');
  expect(held()).toEqual(['film.mp4']);
  expect(readFileSync(join(shelf, 'film.mp4')).equals(FILM)).toBe(true);
  expect(statSync(join(shelf, 'film.mp4')).mode & 0o777).toBe(0o600);

  // The folder is remembered. What is stopped leaves nothing behind.
  way.stopAfter(100_000);
  desk.press('link.list');
  await desk.sees('Attachments and links');
  desk.press('s');
  await desk.sees('~/Shelf/');
  desk.press('enter');
  await expect.poll(held).toContain('unfinished');
  desk.press('palette');
  await desk.sees('All actions');
  desk.type('stop saving');
  desk.press('enter');
  await desk.sees('Stopped: film.mp4 was not saved');
  await expect.poll(held).toEqual(['film.mp4']);

  // Nor does what the end of the desk stops.
  desk.press('link.list');
  await desk.sees('Attachments and links');
  desk.press('s');
  await desk.sees('Save film.mp4 (600 kB) in this folder');
  desk.press('enter');
  await expect.poll(held).toContain('unfinished');
  desk.press('quit-now');
  await desk.exit();
  expect(held()).toEqual(['film.mp4']);
});
