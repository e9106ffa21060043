import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { listen } from '../../src/center/http/listen.ts';
import { createMailReader } from '../../src/center/intake/mail-reader.ts';
import { addMessage } from '../../src/center/model/message/write.ts';
import { createMessageId } from '../../src/center/model/message-id.ts';
import { readMailSecret } from '../../src/center/model/setting.ts';
import { receiveMail } from '../center/mail/receive.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import type { Terminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

/** A mail by its lines; `id` is its Message-ID. */
export interface Letter {
  readonly id: string;
  readonly from: string;
  readonly to?: string;
  readonly subject?: string;
  /** Further header lines. */
  readonly heads?: readonly string[];
  readonly text?: string;
}

/** A help center that mail comes to, served to desks over HTTP. */
export interface MailScene {
  /** Takes a mail in as live mail. */
  receive(letter: Letter): Promise<void>;
  /** Adds an answer of ours to a conversation, and takes in the report that its mail was not delivered. */
  answerInVain(conversationId: number): Promise<void>;
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  /** The desk of an admin. */
  openDesk(how?: { columns?: number; rows?: number; args?: readonly string[] }): Promise<Terminal>;
}

const INBOX = 'support@shop.example';

function bytesOf({ id, from, to = INBOX, subject = 'Lamp', heads = [], text = 'Hello.' }: Letter): Buffer {
  const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: <${id}@customer.example>`];
  return Buffer.from([...head, `Date: ${new Date().toUTCString()}`, ...heads, '', text, ''].join('\r\n'));
}

function reportOn(id: string): Buffer {
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=x';
  const status = ['Final-Recipient: rfc822; c99@customer.example', 'Action: failed', 'Status: 5.1.1'];
  const said = ['--x', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x.example', '', ...status, ''];
  const head = ['--x', 'Content-Type: text/rfc822-headers', '', `Message-ID: <${id}>`, '--x--', ''];
  return Buffer.from(['From: MAILER-DAEMON@x.example', type, '', ...said, ...head].join('\r\n'));
}

/** Opens one with the inbox `support@shop.example` (id 1), for the running test. */
export async function openMailScene(): Promise<MailScene> {
  const folder = temporaryFolder();
  const paths = { database: join(folder, 'mail.db'), attachmentsFolder: join(folder, 'files') };
  const center = await createCenter({ ...paths, settings: { passwordCost: 4, pollMs: 50 } });
  const reader = createMailReader();
  const server = await listen(center, { host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.close();
    await reader.close();
    await center.close();
  });
  const admin = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const token = await createAgentToken(center, admin.id);
  const { token: key } = await createApiKey(center, 'scene');
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = {
      Authorization: `Bearer ${path.endsWith('subscribe') ? token : key}`,
      'Content-Type': 'application/json',
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await center.fetch(new Request(`http://center/api/agent/v1${path}`, init));
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text).data) as T;
  };
  await ask('POST', '/inboxes/1/emails', { email: INBOX });
  const mails = { ...center, reader, log: () => undefined };
  return {
    ask,
    receive: async letter => {
      await receiveMail(mails, bytesOf(letter), { via: 'lmtp' });
    },
    answerInVain: async conversationId => {
      const actor = { agentId: admin.id, now: center.context.now() };
      const answer = { conversationId, kind: 'agent', bodyText: 'Here it is.' } as const;
      const messageId = await center.write(work => addMessage(work, answer, actor));
      const secret = await center.read(({ db }) => readMailSecret(db));
      const id = createMessageId({ conversationId, messageId }, 'shop.example', secret);
      await receiveMail(mails, reportOn(id), { via: 'lmtp' });
    },
    openDesk: async ({ columns = 120, rows = 36, args = [] } = {}) => {
      const desk = openBuiltDesk(
        ['--url', server.url, '--link', 'fast', ...args],
        deskEnvironment(folder, { FRONTDESK_TOKEN: token }),
        { columns, rows },
      );
      await desk.sees('Unresolved');
      return desk;
    },
  };
}
