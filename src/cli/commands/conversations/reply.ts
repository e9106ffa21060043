import { randomUUID } from 'node:crypto';
import type { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import { attempt } from '../../../state/calls/attempt.ts';
import type { OwnCall } from '../../../state/changes/change.ts';
import { followingWords } from '../../../state/changes/following.ts';
import { changeOf } from '../../../state/changes/list.ts';
import { whatKeepsMail } from '../../../state/mail/out.ts';
import { wroteLines } from '../../../state/outbox/conflict-words.ts';
import { afterMail, mineOnReply } from '../../../state/outbox/staged.ts';
import { type MailTime, sentAt, waitUntil, whyNoForward } from '../../../state/reply/box.ts';
import { answeredMessage, type Recipients, usualRecipients } from '../../../state/reply/recipients.ts';
import { seenOnScreens, wroteMeanwhile } from '../../../state/reply/wrote-since.ts';
import { threadOf } from '../../../state/visible.ts';
import { IdMap } from '../../../state/world/id-map.ts';
import type { World } from '../../../state/world.ts';
import { clockWithSeconds } from '../../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../../text/safe.ts';
import { whenWords } from '../../../text/when.ts';
import { confirm } from '../../ask.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { readIds } from '../../output/ids.ts';
import { type CommandOutput, withOutput } from '../../output/output.ts';
import { printResults } from '../../output/results.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { readWorld } from '../read-world.ts';
import { readWrittenText } from '../written-text.ts';
import { Added, notSent, sendWritten } from './added.ts';
import { peopleNamed, plannedLines } from './planned-mail.ts';
import { readWholeThread } from './read-thread.ts';
import { type Attaching, attachFiles } from './upload.ts';

const DAY_MS = 86_400_000;

type Flags = FlagsOf<'conversations reply'> & Pick<Partial<FlagsOf<'conversations forward'>>, 'message'>;

/** `frontdesk conversations reply` and `forward`: sends a mail, after a question on a terminal. */
export function replyTo(shell: Shell, word: string, flags: Flags): Promise<number> {
  return withOutput(shell, flags, Added, async output => {
    const [id] = await readIds(shell, [word]);
    if (id === undefined) throw new ShellError('No conversation was named. Nothing was sent.');
    const isAsked = !flags.yes && !flags.dryRun;
    if (isAsked && !shell.stdin.isTTY)
      throw new ShellError('A mail goes out: add --yes to send it without a question. Nothing was sent.');
    const named = { to: peopleNamed(flags.to), cc: peopleNamed(flags.cc), bcc: peopleNamed(flags.bcc) ?? [] };
    const body = await readWrittenText(shell, flags);
    const attaching = await attachFiles(flags.attach ?? []);
    try {
      return await withClient(shell, flags, async ({ client }) => {
        const reply = { client, id, body, attaching, ...(await planOf(shell, client, id, named, flags)) };
        for (const line of planLines(reply)) shell.stderr.write(`${line}\n`);
        if (flags.dryRun)
          return printResults(output, [{ ...notSent(id), result: 'planned', code: undefined }], t`Nothing was sent.`);
        if (isAsked) await confirmReply(shell, reply);
        return send(output, reply);
      });
    } finally {
      attaching.close();
    }
  });
}

interface ReplyPlan extends Recipients {
  readonly bcc: Recipients['cc'];
  /** The conversation when the plan was made. */
  readonly world: World;
  readonly messageId: number | null;
  /** The message that is forwarded. */
  readonly forward: number | undefined;
  readonly following: readonly OwnCall[];
  readonly sendAt: string | undefined;
}

interface Reply extends ReplyPlan {
  readonly client: Client;
  readonly id: number;
  readonly body: string;
  readonly attaching: Attaching;
}

/** The recipients of the reply, from the former messages. Refuses a reply that the help center could not send. */
async function planOf(
  shell: Shell,
  client: Client,
  id: number,
  named: { readonly to?: Recipients['to']; readonly cc?: Recipients['cc']; readonly bcc: Recipients['cc'] },
  { close, wait, at, afterReply = '', assignOnReply = false, message: forward }: Flags,
): Promise<ReplyPlan> {
  const { snooze } = timeIn('wait', wait, shell.now());
  const { sendAt } = timeIn('at', at, shell.now());
  const places = await readWorld(client, shell.now());
  const reason = whatKeepsMail(places);
  if (reason !== undefined) throw new ShellError(`No reply: ${reason}. Nothing was sent.`, exitCode.failed);
  if (places.offers.me !== undefined && places.me === null)
    throw new ShellError('A reply is an agent’s: an API key cannot send one. Nothing was sent.', exitCode.failed);
  const world = await withThread(client, id, {
    ...places,
    afterReply: safeLine(afterReply),
    assignsOnReply: assignOnReply,
  });
  const lacking = forward === undefined ? undefined : whyNoForward(threadOf(world, id)?.messages ?? []);
  if (lacking !== undefined) throw new ShellError(`${lacking} Nothing was sent.`, exitCode.failed);
  const messageId = forward === undefined ? (answeredMessage(world, id, null)?.id ?? null) : null;
  const usual = forward === undefined ? usualRecipients(world, id, messageId) : { to: [], cc: [] };
  const to = named.to ?? usual.to;
  if (to.length === 0) throw new ShellError('No recipient is known: name one with --to. Nothing was sent.');
  return {
    world,
    messageId,
    forward,
    to,
    cc: named.cc ?? usual.cc,
    bcc: named.bcc,
    following: [
      ...(forward === undefined ? mineOnReply(world, id) : []),
      ...afterMail(world, id, { isClosing: close === true, snooze }),
    ],
    sendAt,
  };
}

/** The time in the words of `--wait` or `--at`. */
function timeIn(part: 'wait' | 'at', words: string | undefined, now: number): MailTime {
  if (words === undefined) return {};
  const time = part === 'wait' ? waitUntil(words, now) : sentAt(words, now);
  if (time.problem !== undefined) throw new ShellError(`${time.problem} Nothing was sent.`);
  return time;
}

/** The same with a conversation as it is now. */
async function withThread(client: Client, id: number, world: World): Promise<World> {
  const { data } = await client.conversation.get({ params: { conversation_id: id } });
  const threads = IdMap.of([[id, await readWholeThread(client, id)]]);
  return { ...world, base: { ...world.base, conversations: IdMap.of([[id, data]]), threads } };
}

/** Asks before a reply is sent, and again if the conversation has new messages by then. */
async function confirmReply(shell: Shell, { client, id, world, forward }: Reply): Promise<void> {
  await confirm(shell, t`Send it?`);
  if (forward !== undefined) return;
  for (let before = world; ; ) {
    const now = await withThread(client, id, before);
    const { customer, colleagues } = wroteMeanwhile(now, id, seenOnScreens(before, [id])[id]!);
    const lines = wroteLines(customer, colleagues);
    if (lines.length === 0) return;
    for (const line of lines) shell.stderr.write(`  ${line}\n`);
    await confirm(shell, t`Send anyway?`);
    before = now;
  }
}

function planLines({ id, body, world, following, sendAt, forward, ...mail }: Reply): readonly SafeText[] {
  const first =
    forward === undefined
      ? ([t`Reply to`, t`#${id}`] as const)
      : ([t`Forward`, t`message ${forward} of #${id}`] as const);
  const time = sendAt === undefined ? t`` : whenWords(Date.parse(sendAt), world.now);
  return plannedLines(first, { ...mail, text: body }, [t`Sent`, time], [t`Then`, followingWords(world, following)]);
}

async function send(
  output: CommandOutput,
  { client, id, body, to, cc, bcc, messageId, forward, attaching, following, sendAt }: Reply,
): Promise<number> {
  const args = { body, messageId, forward, to, cc, bcc, sendAt };
  const { added, error } = await sendWritten({
    shell: output.shell,
    client,
    change: 'message.reply',
    id,
    args,
    attaching,
  });
  const failure = error ?? (added.result === 'done' ? await follow(client, following) : undefined);
  const code = await printResults(
    output,
    [added],
    added.result === 'done'
      ? whenOf(added, forward === undefined ? t`Replied to` : t`Forwarded from`, output.shell.now())
      : t`Nothing is known to be sent.`,
  );
  if (failure === undefined) return code;
  if (added.result === 'done')
    output.shell.stderr.write('The reply is sent, but not all that should follow was done:\n');
  throw failure;
}

/** When it goes out, and the command that takes it back until then. */
function whenOf({ id, added, goes_out_at: at }: Added, done: SafeText, now: number): SafeText {
  if (at === null || added === null) return t`${done} #${id}.`;
  const back = t`frontdesk api DELETE /conversations/${id}/messages/${added}`;
  const time = at > now + DAY_MS ? whenWords(at, now) : t`at ${clockWithSeconds(at)}`;
  return t`${done} #${id}: message ${added} goes out ${time}. Until then this takes it back: ${back}`;
}

/** Makes the changes that follow a reply; returns why some of them failed. */
async function follow(client: Client, calls: readonly OwnCall[]): Promise<ApiError | ShellError | undefined> {
  for (const { name, args } of calls) {
    const job = { versions: {}, progress: () => undefined };
    const sent = await attempt(changeOf(name).send(client, args, randomUUID(), job));
    if ('error' in sent) return sent.error;
    const [refusal] = sent.value.refused;
    if (refusal) return new ShellError(refusal.reason, exitCode.failed);
  }
  return undefined;
}
