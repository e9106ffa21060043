import type { Socket } from 'node:net';
import { TLSSocket, type TlsOptions } from 'node:tls';
import { TOKEN_REFUSAL, tokenSent } from '../token-words.ts';

/**
 * Where a relay may fail: when a client connects, at each of its commands, at the first bytes of a mail (`bytes`: it cuts,
 * and keeps nothing) and at its end (`body`: the mail is kept, unless it is refused).
 */
export type RelayStep = 'greet' | 'hello' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'bytes' | 'body' | 'quit';

/** What a relay does instead of its answer. `late` answers when the promise resolves. */
export type RelayFault =
  | { readonly kind: 'hangs' }
  | { readonly kind: 'cuts' }
  | { readonly kind: 'refuses'; readonly text: string }
  | { readonly kind: 'late'; readonly until: Promise<unknown> };

/** A mail that a relay took, with its envelope. */
export interface TakenMail {
  /** Its Message-ID without angle brackets; empty if it has none. */
  readonly id: string;
  /** The sender of the envelope; empty for the null sender. */
  readonly from: string;
  readonly to: readonly string[];
  /** As the client meant it: without the dots that SMTP adds. */
  readonly source: Buffer;
  /** When it was taken, in milliseconds since 1970. */
  readonly at: number;
  readonly isEncrypted: boolean;
  /** Who signed in. */
  readonly user: string | undefined;
}

/** What the sessions of a relay share. */
export interface RelaySite {
  /** The key and certificate for TLS. */
  readonly tls: TlsOptions | undefined;
  /** Names and passwords. If there are any, a client must sign in. */
  readonly passwords: ReadonlyMap<string, string>;
  /** How a client may sign in, as the relay offers it. */
  readonly mechanisms: string;
  /** How large a mail may be, in bytes. */
  readonly sizeLimit: number;
  /** Each line that clients said, in order. */
  readonly heard: string[];
  /** Asked at each step; `line` is what the client said. */
  fault: (step: RelayStep, line: string) => RelayFault | undefined;
  readonly take: (mail: TakenMail) => void;
}

const TOO_BIG = { kind: 'refuses', text: '552 5.3.4 message too big' } as const;
const LINE_BREAK = Buffer.from('\r\n');
const END = Buffer.from('\r\n.\r\n');

const STEPS: Readonly<Record<string, RelayStep>> = {
  EHLO: 'hello',
  HELO: 'hello',
  STARTTLS: 'starttls',
  AUTH: 'auth',
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  QUIT: 'quit',
};

function textOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString();
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

function idOf(source: string): string {
  const head = source.slice(0, source.indexOf('\r\n\r\n') + 2);
  return /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? '';
}

/** One connection to a relay. Commands are answered one after another. */
export class RelaySession {
  readonly #site: RelaySite;
  #socket: Socket;
  #input: Buffer = Buffer.alloc(0);
  #body: Buffer[] | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isEncrypted: boolean;
  #user: string | undefined;
  #from: string | undefined;
  #to: string[] = [];
  /** What the next line is for, within a command of several lines; it returns the answer. */
  #expects: ((line: string) => string) | undefined;

  constructor(site: RelaySite, socket: Socket, isEncrypted: boolean) {
    this.#site = site;
    this.#socket = socket;
    this.#isEncrypted = isEncrypted;
    this.#listen();
    this.#queue('greet', '', () => '220 relay.example ESMTP');
  }

  #listen(): void {
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', bytes => this.#take(bytes));
  }

  #say(text: string): void {
    if (!this.#socket.destroyed) this.#socket.write(`${text}\r\n`);
  }

  /** Says what `work` returns in its turn, or does what goes wrong at this step. */
  #queue(step: RelayStep | undefined, line: string, work: () => string | undefined): void {
    this.#turn = this.#turn.then(async () => {
      const fault = step && this.#site.fault(step, line);
      if (fault?.kind === 'late') await fault.until;
      if (fault?.kind === 'hangs') return new Promise<void>(() => undefined);
      if (fault?.kind === 'cuts') return void this.#socket.destroy();
      const answer = fault?.kind === 'refuses' ? fault.text : work();
      if (answer !== undefined) this.#say(answer);
    });
  }

  #take(bytes: Buffer): void {
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    for (;;) {
      if (this.#body) {
        if (!this.#takeBody(this.#body)) return;
        continue;
      }
      const end = this.#input.indexOf('\r\n');
      if (end < 0) return;
      const line = this.#input.toString('utf8', 0, end);
      this.#input = this.#input.subarray(end + 2);
      this.#site.heard.push(line);
      this.#hear(line);
    }
  }

  /** Takes what is there of a mail; true at its end. */
  #takeBody(chunks: Buffer[]): boolean {
    const end = this.#input.indexOf(END);
    if (end < 0) {
      // The end may be in two parts: its beginning stays for the next time.
      const whole = Math.max(0, this.#input.length - (END.length - 1));
      chunks.push(this.#input.subarray(0, whole));
      this.#input = this.#input.subarray(whole);
      return false;
    }
    chunks.push(this.#input.subarray(0, end + 2));
    this.#input = this.#input.subarray(end + END.length);
    this.#body = undefined;
    // The line break before the first line was put there to find the end of an empty mail.
    const source = Buffer.concat(chunks).toString('latin1').slice(2).replace(/^\./gm, '');
    this.#endMail(source);
    return true;
  }

  #endMail(source: string): void {
    const [from, to] = [this.#from ?? '', this.#to];
    this.#from = undefined;
    this.#to = [];
    this.#turn = this.#turn.then(async () => {
      const isTooBig = source.length > this.#site.sizeLimit;
      const fault = isTooBig ? TOO_BIG : this.#site.fault('body', idOf(source));
      if (fault?.kind === 'refuses') return this.#say(fault.text);
      this.#site.take({
        id: idOf(source),
        from,
        to,
        source: Buffer.from(source, 'latin1'),
        at: Date.now(),
        isEncrypted: this.#isEncrypted,
        user: this.#user,
      });
      if (fault?.kind === 'late') await fault.until;
      if (fault?.kind === 'hangs') return new Promise<void>(() => undefined);
      if (fault?.kind === 'cuts') return void this.#socket.destroy();
      this.#say('250 2.0.0 taken');
    });
  }

  #hear(line: string): void {
    const verb = line.split(/[ :]/, 1)[0]!.toUpperCase();
    const expects = this.#expects;
    this.#expects = undefined;
    const answer = expects ?? this.#answers[verb] ?? (() => '502 5.5.2 unknown');
    this.#queue(expects ? undefined : STEPS[verb], line, () => answer(line));
  }

  /** What is said to each command; nothing if it has said it itself. */
  readonly #answers: Readonly<Record<string, (line: string) => string | undefined>> = {
    EHLO: () => this.#hello(),
    HELO: () => this.#hello(),
    STARTTLS: () => this.#encrypt(),
    AUTH: line => this.#signIn(line),
    MAIL: line => this.#mail(line),
    RCPT: line => {
      this.#to.push(addressIn(line));
      return '250 2.1.5 ok';
    },
    DATA: line => this.#data(line),
    RSET: () => {
      this.#from = undefined;
      this.#to = [];
      return '250 2.0.0 ok';
    },
    NOOP: () => '250 2.0.0 ok',
    QUIT: () => {
      this.#socket.end('221 2.0.0 bye\r\n');
      return undefined;
    },
  };

  #hello(): string {
    const { tls, passwords, sizeLimit } = this.#site;
    const offers = ['relay.example', 'PIPELINING', '8BITMIME', `SIZE ${sizeLimit}`];
    if (tls && !this.#isEncrypted) offers.push('STARTTLS');
    if (passwords.size > 0) offers.push(`AUTH ${this.#site.mechanisms}`);
    return offers.map((offer, at) => `250${at < offers.length - 1 ? '-' : ' '}${offer}`).join('\r\n');
  }

  #encrypt(): string | undefined {
    if (!this.#site.tls) return '502 5.5.1 no TLS here';
    this.#say('220 2.0.0 go on');
    const plain = this.#socket.removeAllListeners('data');
    this.#socket = new TLSSocket(plain, { ...this.#site.tls, isServer: true });
    this.#isEncrypted = true;
    this.#input = Buffer.alloc(0);
    this.#listen();
    return undefined;
  }

  #signIn(line: string): string {
    const [, way, given] = line.split(' ');
    if (way?.toUpperCase() === 'PLAIN') {
      const check = (text: string): string => {
        const [, name = '', password = ''] = textOf(text).split('\0');
        return this.#letIn(name, password);
      };
      return given === undefined ? this.#ask('', check) : check(given);
    }
    if (given !== undefined && /^(?:xoauth2|oauthbearer)$/i.test(way ?? '')) {
      const { user, token } = tokenSent(given);
      if (this.#site.passwords.get(user) !== token)
        return this.#ask(TOKEN_REFUSAL, () => '535 5.7.8 the token has ended');
      return this.#letIn(user, token);
    }
    if (way?.toUpperCase() !== 'LOGIN') return '504 5.5.4 unknown way to sign in';
    return this.#ask('VXNlcm5hbWU6', name =>
      this.#ask('UGFzc3dvcmQ6', password => this.#letIn(textOf(name), textOf(password))),
    );
  }

  #ask(question: string, take: (line: string) => string): string {
    this.#expects = take;
    return `334 ${question}`;
  }

  #letIn(name: string, password: string): string {
    if (this.#site.passwords.get(name) !== password) return '535 5.7.8 wrong name or password';
    this.#user = name;
    return '235 2.7.0 welcome';
  }

  #mail(line: string): string {
    const { passwords, sizeLimit } = this.#site;
    if (passwords.size > 0 && this.#user === undefined) return '530 5.7.0 sign in first';
    if (Number(/ SIZE=(\d+)/i.exec(line)?.[1] ?? 0) > sizeLimit) return TOO_BIG.text;
    this.#from = addressIn(line);
    this.#to = [];
    return '250 2.1.0 ok';
  }

  /** After its answer comes the mail. */
  #data(line: string): string {
    if (this.#from === undefined || this.#to.length === 0) return '503 5.5.1 nobody to send to';
    if (this.#site.fault('bytes', line)?.kind === 'cuts') {
      this.#socket.removeAllListeners('data').once('data', () => this.#socket.destroy());
    } else {
      this.#body = [];
      this.#input = Buffer.concat([LINE_BREAK, this.#input]);
    }
    return '354 go on';
  }
}
