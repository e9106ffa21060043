import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { described } from '../../../contract/described.ts';
import { Id } from '../../../contract/schema.ts';
import { whatKeepsMail } from '../../../state/mail/out.ts';
import { type SafeText, safeLine, t } from '../../../text/safe.ts';
import { confirm } from '../../ask.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { type CommandOutput, withOutput } from '../../output/output.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { inboxIdByName } from '../named.ts';
import { readWorld } from '../read-world.ts';
import { readWrittenText } from '../written-text.ts';
import { type PlannedMail, peopleNamed, plannedLines } from './planned-mail.ts';
import { changeOnce } from './send-once.ts';
import { attachFiles } from './upload.ts';

/** The id in the change of a conversation that is not made yet. */
const UNMADE = -1;

/** The result of creating a conversation. */
const Created = described({
  id: [v.nullable(Id), 'The id of the new conversation; null if it was only planned.'],
  result: [v.picklist(['done', 'planned']), '`planned`: without `--dry-run` it would be done.'],
});

type Flags = FlagsOf<'conversations create'>;

interface FirstMessage extends PlannedMail {
  readonly title: string;
  readonly inboxId: number | undefined;
  readonly deliver: boolean;
}

/** `frontdesk conversations create`: writes to a person first, by mail after a question on a terminal, or only records it. */
export function createWithMessage(shell: Shell, flags: Flags): Promise<number> {
  return withOutput(shell, flags, Created, async output => {
    const isAsked = !flags.yes && !flags.dryRun && !flags.recordOnly;
    if (isAsked && !shell.stdin.isTTY)
      throw new ShellError('A mail goes out: add --yes to send it without a question. Nothing was sent.');
    const people = (line: string | undefined) => peopleNamed(line) ?? [];
    const named = { to: people(flags.to), cc: people(flags.cc), bcc: people(flags.bcc) };
    const text = await readWrittenText(shell, flags);
    const attaching = await attachFiles(flags.attach ?? []);
    try {
      return await withClient(shell, flags, async ({ client }) => {
        const inboxId = await inboxFor(shell, client, flags);
        const first = { title: flags.subject, inboxId, ...named, text, deliver: !flags.recordOnly, attaching };
        for (const line of planLines(first)) shell.stderr.write(`${line}\n`);
        if (flags.dryRun) return printCreated(output, { id: null, result: 'planned' }, t`Nothing was sent.`);
        if (isAsked) await confirm(shell, t`Send it?`);
        return send(output, client, first);
      });
    } finally {
      attaching.close();
    }
  });
}

/** The inbox that it goes into, if one is named. Refuses it if the help center could not send the mail. */
async function inboxFor(shell: Shell, client: Client, { inbox, recordOnly }: Flags): Promise<number | undefined> {
  const world = await readWorld(client, shell.now());
  const reason = recordOnly ? undefined : whatKeepsMail(world);
  if (reason !== undefined) throw new ShellError(`No mail: ${reason}. Nothing was sent.`, exitCode.failed);
  if (world.offers.me !== undefined && world.me === null)
    throw new ShellError(
      'A first message is an agent’s: an API key cannot write it. Nothing was sent.',
      exitCode.failed,
    );
  return inbox === undefined ? undefined : inboxIdByName(world, inbox);
}

function planLines({ title, deliver, ...mail }: FirstMessage): readonly SafeText[] {
  const recorded = deliver ? t`` : t`none, it is only recorded`;
  return plannedLines([t`Subject`, safeLine(title)], mail, [t`Mail`, recorded]);
}

async function send(output: CommandOutput, client: Client, first: FirstMessage): Promise<number> {
  const { title, inboxId, to, cc, bcc, text: body, deliver, attaching } = first;
  const { madeId, refused } = await changeOnce(output.shell, client, 'conversation.create', async key => {
    const files = await attaching.upload(client, key);
    const people = { to: [...to], cc: [...cc], bcc: [...bcc] };
    return {
      ids: [UNMADE],
      title,
      ...people,
      body,
      deliver,
      files: [...files],
      ...(inboxId === undefined ? {} : { inboxId }),
    };
  });
  if (refused[0]) throw new ShellError(refused[0].reason, exitCode.failed);
  if (madeId === undefined)
    throw new ShellError('The answer did not say whether it was done: look before you try again.', exitCode.failed);
  const [{ name, email } = { name: t``, email: t`` }] = to;
  return printCreated(
    output,
    { id: madeId, result: 'done' },
    deliver ? t`Wrote to ${name || email}: #${madeId}.` : t`Recorded as #${madeId}.`,
  );
}

async function printCreated(
  output: CommandOutput,
  row: v.InferOutput<typeof Created>,
  words: SafeText,
): Promise<number> {
  if (output.form === 'text') output.shell.stdout.write(`${words}\n`);
  else await printRows(output, { rows: [row] });
  return exitCode.done;
}
