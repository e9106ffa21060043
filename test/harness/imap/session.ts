import type { Socket } from 'node:net';
import { TOKEN_REFUSAL, tokenSent } from '../token-words.ts';
import { fetchAnswers, type Piece, searchUids, storeAnswers } from './answers.ts';
import type { HeldFolder } from './folder.ts';
import { type Command, parseCommand, words } from './syntax.ts';

/** What a server does with a command instead of carrying it out. `late` carries it out when the promise resolves. */
export type Fault =
  | { readonly kind: 'hangs' }
  | { readonly kind: 'cuts' }
  | { readonly kind: 'refuses'; readonly text: string }
  | { readonly kind: 'late'; readonly until: Promise<unknown> };

/** What the sessions of a server share. */
export interface Site {
  readonly folders: Map<string, HeldFolder>;
  passwords: Map<string, string>;
  readonly offers: ReadonlySet<string>;
  /** Every command that came, without its literals. */
  readonly heard: string[];
  /** Asked about every command. */
  fault: (command: Command) => Fault | undefined;
  /** Cuts or hangs after so many bytes of a body; for one body. */
  bodyFault: { readonly kind: 'hangs' | 'cuts'; readonly afterBytes: number } | undefined;
  /** Lines that nobody asked for, before each answer to FETCH. */
  unasked: readonly string[];
  /** Bytes a second; undefined for as fast as it goes. */
  pace: number | undefined;
}

const SLICE_MS = 20;

/** One connection. Commands are answered one after another. */
export class Session {
  readonly #site: Site;
  readonly #socket: Socket;
  #folder: HeldFolder | undefined;
  #stopWatching: () => void = () => undefined;
  #pending: string[] = [];
  #idleTag: string | undefined;
  #plainTag: string | undefined;
  #isToken = false;
  #input = '';
  #line = '';
  #literalBytes = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(site: Site, socket: Socket) {
    this.#site = site;
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('close', () => this.#stopWatching());
    socket.on('data', bytes => this.#take(bytes.toString('latin1')));
    void this.#write([`* OK [CAPABILITY ${this.#capabilities()}] ready\r\n`]);
  }

  #capabilities(): string {
    return ['IMAP4rev1', 'LITERAL+', 'AUTH=PLAIN', ...this.#site.offers].join(' ');
  }

  /** Collects bytes to whole commands; a literal becomes a quoted string. */
  #take(bytes: string): void {
    this.#input += bytes;
    for (;;) {
      if (this.#literalBytes > 0) {
        if (this.#input.length < this.#literalBytes) return;
        this.#line += JSON.stringify(this.#input.slice(0, this.#literalBytes));
        this.#input = this.#input.slice(this.#literalBytes);
        this.#literalBytes = 0;
      }
      const end = this.#input.indexOf('\r\n');
      if (end < 0) return;
      const line = this.#input.slice(0, end);
      this.#input = this.#input.slice(end + 2);
      const [marker, size, plus] = /\{(\d+)(\+?)\}$/.exec(line) ?? [];
      if (marker === undefined) {
        const whole = this.#line + line;
        this.#line = '';
        this.#turn = this.#turn.then(() => this.#hear(whole)).catch(() => void this.#socket.destroy());
        continue;
      }
      this.#line += line.slice(0, -marker.length);
      this.#literalBytes = Number(size);
      if (plus === '') void this.#write(['+ go on\r\n']);
    }
  }

  async #hear(line: string): Promise<void> {
    if (this.#idleTag !== undefined) return this.#endIdle();
    if (this.#plainTag !== undefined) return this.#signInPlain(line);
    const command = parseCommand(line);
    this.#site.heard.push(command.name === 'LOGIN' ? command.name : `${command.name} ${command.rest}`.trim());
    const fault = this.#site.fault(command);
    if (fault?.kind === 'late') await fault.until;
    if (fault?.kind === 'hangs') return new Promise(() => undefined);
    if (fault?.kind === 'cuts') return void this.#socket.destroy();
    if (fault?.kind === 'refuses') return this.#done(command.tag, `NO ${fault.text}`);
    await this.#answer(command);
  }

  async #answer({ tag, name, rest }: Command): Promise<void> {
    switch (name) {
      case 'CAPABILITY':
        await this.#write([`* CAPABILITY ${this.#capabilities()}\r\n`]);
        return this.#done(tag);
      case 'LOGIN':
        return this.#signIn(tag, ...(words(rest) as [string, string]));
      case 'AUTHENTICATE':
        if (rest.includes(' ')) return this.#signInByToken(tag, rest.slice(rest.indexOf(' ') + 1));
        this.#plainTag = tag;
        // RFC 4959: without SASL-IR the first words of the client come on a line of their own.
        this.#isToken = !/^PLAIN$/i.test(rest);
        return this.#write(['+ \r\n']);
      case 'LIST':
        for (const folder of this.#site.folders.keys()) {
          const asked = words(rest).at(-1);
          if (asked === '*' || asked === folder) await this.#write([`* LIST () "/" "${folder}"\r\n`]);
        }
        return this.#done(tag);
      case 'SELECT':
      case 'EXAMINE':
        return this.#select(tag, words(rest)[0] ?? '');
      case 'FETCH':
      case 'UID FETCH':
        await this.#write(this.#site.unasked.map(line => `* ${line}\r\n`));
        return this.#each(tag, fetchAnswers(this.#open, rest, name === 'UID FETCH'));
      case 'UID STORE':
        return this.#each(tag, storeAnswers(this.#open, rest));
      case 'UID SEARCH':
        await this.#write([`* SEARCH ${searchUids(this.#open, rest).join(' ')}\r\n`]);
        return this.#done(tag);
      case 'GETQUOTAROOT':
        await this.#write(['* QUOTAROOT INBOX ""\r\n', `* QUOTA "" (STORAGE ${this.#open.quota.join(' ')})\r\n`]);
        return this.#done(tag);
      case 'IDLE':
        this.#idleTag = tag;
        await this.#write(['+ idling\r\n']);
        return this.#flush();
      case 'NOOP':
      case 'ID':
      case 'NAMESPACE':
        return this.#done(tag);
      case 'LOGOUT':
        await this.#write(['* BYE\r\n', `${tag} OK\r\n`]);
        return void this.#socket.end();
      default:
        return this.#write([`${tag} BAD ${name} is not known\r\n`]);
    }
  }

  get #open(): HeldFolder {
    if (!this.#folder) throw new Error('No folder is open.');
    return this.#folder;
  }

  #signIn(tag: string, user: string, password: string): Promise<void> {
    const isRight = this.#site.passwords.get(user) === password;
    return this.#done(tag, isRight ? 'OK signed in' : `NO [AUTHENTICATIONFAILED] ${user} and ${password} do not match`);
  }

  async #signInByToken(tag: string, encoded: string): Promise<void> {
    const { user, token } = tokenSent(encoded);
    if (this.#site.passwords.get(user) === token) return this.#done(tag, 'OK signed in');
    this.#plainTag = tag;
    await this.#write([`+ ${TOKEN_REFUSAL}\r\n`]);
  }

  #signInPlain(line: string): Promise<void> {
    const tag = this.#plainTag ?? '*';
    this.#plainTag = undefined;
    if (this.#isToken) {
      this.#isToken = false;
      return this.#signInByToken(tag, line);
    }
    if (line === '' || line === 'AQ==') return this.#done(tag, 'NO [AUTHENTICATIONFAILED] the token has ended');
    const [, user = '', password = ''] = Buffer.from(line, 'base64').toString().split('\0');
    return this.#signIn(tag, user, password);
  }

  async #select(tag: string, name: string): Promise<void> {
    this.#stopWatching();
    this.#folder = this.#site.folders.get(name);
    if (!this.#folder) return this.#done(tag, 'NO [NONEXISTENT] there is no such folder');
    this.#pending = [];
    this.#stopWatching = this.#folder.watch(change => {
      this.#pending.push('exists' in change ? `* ${change.exists} EXISTS\r\n` : `* ${change.expunged} EXPUNGE\r\n`);
      if (this.#idleTag !== undefined) void this.#flush();
    });
    const { mails, uidValidity, uidNext } = this.#folder;
    const lines = [
      `${mails.length} EXISTS`,
      '0 RECENT',
      'FLAGS (\\Seen \\Deleted)',
      'OK [PERMANENTFLAGS (\\Seen \\*)]',
    ];
    lines.push(`OK [UIDVALIDITY ${uidValidity}]`, `OK [UIDNEXT ${uidNext}]`);
    if (this.#site.offers.has('CONDSTORE')) lines.push(`OK [HIGHESTMODSEQ ${uidNext}]`);
    await this.#write(lines.map(line => `* ${line}\r\n`));
    await this.#done(tag, 'OK [READ-WRITE] open');
  }

  async #each(tag: string, answers: Iterable<Piece[]>): Promise<void> {
    for (const pieces of answers) await this.#write(pieces);
    await this.#write([`${tag} OK\r\n`]);
  }

  async #endIdle(): Promise<void> {
    const tag = this.#idleTag;
    this.#idleTag = undefined;
    await this.#done(tag ?? '*');
  }

  async #done(tag: string, how = 'OK'): Promise<void> {
    await this.#flush();
    await this.#write([`${tag} ${how}\r\n`]);
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    await this.#write(pending);
  }

  async #write(pieces: readonly Piece[]): Promise<void> {
    const { bodyFault } = this.#site;
    const at = bodyFault
      ? pieces.findIndex(piece => typeof piece !== 'string' && piece.length > bodyFault.afterBytes)
      : -1;
    if (!bodyFault || at < 0) return this.#send(joined(pieces));
    this.#site.bodyFault = undefined;
    const body = pieces[at] as Buffer;
    await this.#send(joined([...pieces.slice(0, at), body.subarray(0, bodyFault.afterBytes)]));
    if (bodyFault.kind === 'hangs') await new Promise(() => undefined);
    this.#socket.destroy();
  }

  async #send(bytes: Buffer): Promise<void> {
    const { pace } = this.#site;
    const step = pace === undefined ? bytes.length : Math.max(1, Math.round((pace * SLICE_MS) / 1_000));
    for (let at = 0; at < bytes.length; at += step) {
      if (this.#socket.destroyed) return;
      if (!this.#socket.write(bytes.subarray(at, at + step))) {
        await new Promise(go => this.#socket.once('drain', go).once('close', go));
      }
      if (pace !== undefined) await new Promise(go => setTimeout(go, SLICE_MS));
    }
  }
}

function joined(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
