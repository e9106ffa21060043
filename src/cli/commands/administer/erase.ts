import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../client/client.ts';
import type { Contact } from '../../../client/model.ts';
import { Erasure, Holdings } from '../../../contract/erasure.ts';
import { counted } from '../../../text/numbers.ts';
import { join, type SafeText, safeLine, t } from '../../../text/safe.ts';
import { confirmTyped } from '../../ask.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { createProgress } from '../progress.ts';
import { eachOf } from './each-of.ts';
import { onCenter } from './on-center.ts';

async function findContact(client: Client, word: string): Promise<Contact | undefined> {
  if (/^\d+$/.test(word)) return (await client.contact.get({ params: { contact_id: Number(word) } })).data;
  const q = safeLine(word.trim());
  for await (const one of eachOf(page => client.contact.list({ query: { q, ...page } })))
    if (one.email?.toLowerCase() === q.toLowerCase()) return one;
  return undefined;
}

/** The contact with this number or this address. Throws a sentence if no contact has it. */
export async function contactMeant(client: Client, word: string): Promise<Contact> {
  const found = await findContact(client, word);
  if (found) return found;
  throw new ShellError(
    `No contact has the address ${safeLine(word)}. If it only stands in other people’s mails, make it a contact first: frontdesk contacts create.`,
    exitCode.failed,
  );
}

/** An erasure that was begun before and goes on while the help center runs: its contact has no address any more. */
async function underWay(client: Client): Promise<Erased | undefined> {
  const { data } = await client.erasure.list({ query: { sort: 'id.desc' } });
  return data.find(one => one.ended_at === null);
}

/** A contact for a person: `Zoë Quinn <zoe@customer.example>`. */
export function namedContact({ name, email }: Contact): SafeText {
  return email === null ? name : t`${name} <${email}>`;
}

type Counts = Awaited<ReturnType<Client['erasure']['holdings']>>['data'];

const PARTS = {
  messages: t`message`,
  notes: t`note`,
  files: t`file`,
  mails: t`mail`,
  letters: t`unsent answer`,
} as const;

function countsOf(held: Counts): SafeText {
  const parts = Object.entries(PARTS).map(([name, noun]) => counted(held[name as keyof typeof PARTS] ?? 0, noun));
  const shared = held.shared.length > 0 ? [t`${held.shared.length} more with others`] : [];
  return join([counted(held.conversations.length, t`conversation`), ...shared, ...parts], t`, `);
}

const ASK_MS = 250;

async function follow(client: Client, shell: Shell, id: number, total: number): Promise<Erased> {
  const progress = createProgress(shell.stderr as NodeJS.WriteStream, 'Erasing', 'conversations', Date.now);
  try {
    for (;;) {
      const { data } = await client.erasure.list({ query: { sort: 'id.desc' } });
      const found = data.find(one => one.id === id)!;
      if (found.ended_at !== null) return found;
      const done = total - (found.left ?? 0);
      progress.at(done, total === 0 ? undefined : done / total);
      await sleep(ASK_MS);
    }
  } finally {
    progress.end();
  }
}

type Erased = NonNullable<Awaited<ReturnType<Client['erasure']['begin']>>['data']>;

/** How long the command waits until the database has cleared its files, in milliseconds: it goes on without. */
const MAX_CLEARING_MS = 60_000;

async function clearing(client: Client, erased: Erased): Promise<Erased> {
  const until = Date.now() + MAX_CLEARING_MS;
  let last = erased;
  while (last.cleared_at === null && Date.now() < until) {
    await sleep(ASK_MS);
    const { data } = await client.erasure.list({ query: { sort: 'id.desc' } });
    last = data.find(one => one.id === erased.id) ?? last;
  }
  return last;
}

const STAYS =
  'Numbers, statuses, times, tags and ratings stay, what other people wrote, and saved replies. Backups from before hold ' +
  'it, and a restore of one erases it again.';

/** The report: erased parts, and remaining ones with the place and the reason. */
function report({ stdout }: Shell, went: SafeText, { cleared_at: clearedAt, remains = [] }: Erased): void {
  const files =
    clearedAt === null
      ? 'Its database goes on clearing its files by itself; frontdesk doctor names folders of backups that were not told.'
      : 'Its database has cleared its files.';
  stdout.write(`${went}. ${files}\n${STAYS}\n`);
  for (const where of remains) stdout.write(`${safeLine(where)}.\n`);
}

/** `frontdesk contacts erase`: removes all that the help center keeps of a person. There is no way back. */
export function eraseContact(shell: Shell, word: string, flags: FlagsOf<'contacts erase'>): Promise<number> {
  return onCenter(shell, flags, flags.dryRun ? Holdings : Erasure, async ({ client, output }) => {
    const found = await findContact(client, word);
    const open = found ? undefined : await underWay(client);
    if (open) {
      shell.stderr.write('frontdesk: No contact has this address, but an erasure is under way. It goes on here.\n');
      const rest = await clearing(client, await follow(client, shell, open.id, open.left ?? 0));
      if (output.form !== 'text') return printRows(output, { rows: [rest] });
      report(shell, t`The contact was erased, with ${counted(rest.conversations.length, t`conversation`)}`, rest);
      return exitCode.done;
    }
    const contact = found ?? (await contactMeant(client, word));
    const params = { contact_id: contact.id };
    const { data: held } = await client.erasure.holdings({ params });
    const what = t`Contact ${namedContact(contact)}`;
    if (output.form === 'text') shell.stdout.write(`${what}: ${countsOf(held)}.\n`);
    if (flags.dryRun) {
      if (output.form !== 'text') return printRows(output, { rows: [held] });
      shell.stdout.write('Nothing was changed (--dry-run).\n');
      return exitCode.done;
    }
    if (!flags.yes) await confirmTyped(shell, t`There is no way back. Type`, contact.email ?? contact.name);
    const { data: begun } = await client.erasure.begin({ params });
    if (begun === null) throw new ShellError('It was begun, and goes on by itself.', exitCode.failed);
    const ended = await follow(client, shell, begun.id, begun.left ?? 0);
    const erased = await clearing(client, ended);
    if (output.form !== 'text') return printRows(output, { rows: [erased] });
    report(shell, t`${what} was erased: ${countsOf(held)}`, erased);
    return exitCode.done;
  });
}
