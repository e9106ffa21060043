import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../client/client.ts';
import type { SavedReply } from '../../../client/model.ts';
import { saveResource } from '../../../state/administration/calls.ts';
import { savedReplyTag } from '../../../state/reply/saved.ts';
import { messageOf } from '../../../text/message-of.ts';
import { nameKey } from '../../../text/name-key.ts';
import { counted } from '../../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../../text/safe.ts';
import type { ChangingFlags, ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import type { AdministrationStep } from '../administer/carry-out.ts';
import { allRows, eachRow, onResource } from '../administer/resource.ts';
import { readWorld } from '../read-world.ts';
import { BadFile, type FiledReply, fileNames, fileOf, replyIn } from './reply-file.ts';

const COLUMNS = [
  { head: t`NAME`, cell: ({ name }: SavedReply) => name },
  { head: t`OWNER`, cell: ({ owner_id }: SavedReply) => (owner_id === null ? t`team` : t`me`) },
  { head: t`TEXT`, cell: ({ text }: SavedReply) => firstWords(text), grows: true },
] as const;

function firstWords(text: string): SafeText {
  return safeLine(text.trim().replaceAll(/\s+/g, ' ').slice(0, 200));
}

/** `frontdesk replies list`: the team's saved replies and the caller's own. */
export function listReplies(shell: Shell, flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, 'savedReply', ({ client, output }) =>
    printRows(output, { rows: eachRow(client, 'savedReply'), columns: COLUMNS, empty: t`There is no saved reply.` }),
  );
}

/** `frontdesk replies export`: a text file for each, with the same name each time. */
export function exportReplies(shell: Shell, folder: string, flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, 'savedReply', async ({ client }) => {
    const world = await readWorld(client, shell.now());
    const replies = await allRows(client, 'savedReply');
    const names = fileNames(replies);
    try {
      mkdirSync(folder, { recursive: true });
      for (const [at, reply] of replies.entries()) writeFileSync(join(folder, names[at]!), fileOf(world, reply));
    } catch (error) {
      throw new ShellError(`Not written: ${safeLine(messageOf(error))}`, exitCode.failed);
    }
    shell.stdout.write(`Wrote ${counted(replies.length, t`file`)} to ${safeLine(folder)}.\n`);
    const attached = replies.filter(({ attachments }) => attachments.length > 0).length;
    if (attached > 0) shell.stdout.write(`Left out what is attached to ${counted(attached, t`saved reply`)}.\n`);
    return exitCode.done;
  });
}

/** `frontdesk replies import`: makes and changes saved replies as the files of a folder say. A bad file is left out. */
export function importReplies(shell: Shell, folder: string, flags: ChangingFlags): Promise<number> {
  return onResource(shell, flags, 'savedReply', async ({ client, output, carryOut }) => {
    const world = await readWorld(client, shell.now());
    const known = await allRows(client, 'savedReply');
    const steps: AdministrationStep[] = [];
    const names = filesIn(folder);
    const fileOf = new Map<string, string>();
    let bad = 0;
    for (const name of names) {
      try {
        const wanted = replyIn(world, readFileSync(join(folder, name)));
        const key = `${wanted.owner_id} ${nameKey(wanted.name)}`;
        const former = fileOf.get(key);
        if (former !== undefined) throw new BadFile(1, `${former} has a reply of this name already`);
        fileOf.set(key, name);
        steps.push(...stepFor(client, known, wanted));
      } catch (error) {
        const at = error instanceof BadFile ? `:${error.line}` : '';
        shell.stderr.write(`${safeLine(join(folder, name))}${at}: ${safeLine(messageOf(error))}\n`);
        bad += 1;
      }
    }
    const code = await carryOut(steps);
    const same = names.length - bad - steps.length;
    if (output.form === 'text' && same > 0)
      shell.stdout.write(`${counted(same, t`file`)} changed nothing.
`);
    return bad > 0 ? exitCode.failed : code;
  });
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith('.txt'))
      .sort();
  } catch (error) {
    throw new ShellError(`Not read: ${safeLine(messageOf(error))}`);
  }
}

/** The change that a file asks for; none if all is so already. */
function stepFor(client: Client, known: readonly SavedReply[], wanted: FiledReply): readonly AdministrationStep[] {
  const { name, owner_id } = wanted;
  const before = known.find(one => one.owner_id === owner_id && nameKey(one.name) === nameKey(name));
  const what = t`Saved reply ${safeLine(name)}`;
  const run = () => saveResource(client, 'savedReply', before?.id ?? null, wanted, before && savedReplyTag(before));
  if (!before) return [{ what, done: t`created`, row: wanted, run }];
  const { text, inbox_ids, actions } = before;
  const now: FiledReply = { name: before.name, owner_id, text, inbox_ids: [...inbox_ids], actions };
  return isSame(now, wanted) ? [] : [{ what, done: t`changed`, row: { ...before, ...wanted }, run }];
}

function isSame(a: FiledReply, b: FiledReply): boolean {
  const textOf = ({ name, text, inbox_ids, actions }: FiledReply) =>
    JSON.stringify([
      name,
      text,
      inbox_ids.toSorted((one, other) => one - other),
      Object.entries(actions).filter(isGiven).sort(),
    ]);
  return textOf(a) === textOf(b);
}

function isGiven([, value]: readonly [string, unknown]): boolean {
  return value !== undefined;
}
