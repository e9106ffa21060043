import * as v from 'valibot';
import { described } from '../../contract/described.ts';
import { Id, Timestamp } from '../../contract/schema.ts';
import { type Snooze, typedLater } from '../../state/conversation/later.ts';
import { idsIn, stateWords } from '../../state/journal/words.ts';
import { journalOf } from '../../state/operations/operation.ts';
import { dayOf, midnightOf } from '../../state/query/dates.ts';
import type { ChangeCall, Operation } from '../../state/world.ts';
import { stamp } from '../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { type Verb, type VerbArgument, verbs } from '../declared/verbs.ts';
import { centerIdentity } from '../elsewhere/identity.ts';
import { resolveCenter } from '../elsewhere/resolve.ts';
import { peek } from '../kept/kept-file.ts';
import { deskPrefix } from '../kept/names.ts';
import { readKept } from '../kept/rows.ts';
import { sourcesUnder, whoseOf } from '../kept/sources.ts';
import { withOutput } from '../output/output.ts';
import { printRows } from '../output/rows.ts';
import { writeAndWait } from '../output/write.ts';
import { paths } from '../paths.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

type Flags = FlagsOf<'journal'>;

/** An act of the agent in the list. */
const JournalEntry = described({
  done_at: [Timestamp, 'When it was done.'],
  agent: [v.string(), 'Who did it.'],
  title: [v.string(), 'What was done.'],
  conversation_ids: [v.array(Id), 'The conversations that it changed.'],
  state: [v.string(), '`held`, `waits`, `asks`, `sent`, `refused`, `taken back` or `not taken back`.'],
});

interface Done {
  readonly operation: Operation;
  readonly agent: SafeText;
}

/** `frontdesk journal`: the acts of this machine's agents at a help center, the oldest first. Asks no help center. */
export function listJournal(shell: Shell, flags: Flags): Promise<number> {
  return withOutput(shell, flags, JournalEntry, async output => {
    const since = sinceOf(shell, flags);
    const prefix = deskPrefix(centerIdentity(resolveCenter(shell, flags)));
    const done = sourcesUnder(paths.state(), prefix)
      .flatMap(source => {
        const operations = journalOf(peek(source.path, sql => readKept(sql, source.id))?.operations ?? []);
        return operations.map((operation): Done => ({ operation, agent: whoseOf(source.owner) }));
      })
      .filter(({ operation }) => operation.at >= since)
      .sort((a, b) => a.operation.at - b.operation.at);
    if (flags.commands) {
      await writeAndWait(shell.stdout, done.map(({ operation }) => commandsOf(operation, shell.now())).join(''));
      return exitCode.done;
    }
    const rows = done.map(({ operation, agent }) => ({
      done_at: operation.at,
      agent,
      title: operation.title,
      conversation_ids: idsIn(operation),
      state: stateWords(operation),
    }));
    const columns = [
      { head: t`TIME`, cell: (row: (typeof rows)[number]) => stamp(row.done_at, shell.now()) },
      { head: t`STATE`, cell: (row: (typeof rows)[number]) => row.state },
      { head: t`DONE`, cell: (row: (typeof rows)[number]) => row.title, grows: true },
    ] as const;
    return printRows(output, { rows, columns, empty: t`Nothing is in the journal.` });
  });
}

function sinceOf({ now }: Shell, { since }: Flags): number {
  if (since === undefined) return 0;
  const day = dayOf(since, now());
  if (day !== undefined) return midnightOf(day);
  throw new ShellError(
    `--since takes today, yesterday, 3d, 2w or 2026-11-20, not ${safeLine(since)}. Nothing was listed.`,
  );
}

/** The flags of a verb from the arguments of a change; undefined if no flag says it. */
const FLAGS: Readonly<Record<VerbArgument, (args: ChangeCall['args']) => readonly string[] | undefined>> = {
  agent: ({ assign_to }) => ['--agent', assign_to === null ? 'none' : `#${assign_to}`],
  status: () => undefined,
  inbox: ({ inbox_id }) => ['--inbox', `#${inbox_id}`],
  newTag: tagFlags,
  knownTag: tagFlags,
  into: ({ into }) => [`${into}`],
  until: ({ snooze }) => [typedLater(snooze as Snooze | null)],
};

function tagFlags({ tags }: ChangeCall['args']): readonly string[] {
  return (tags as readonly string[]).flatMap(tag => ['--tag', tag]);
}

/** The commands that do the same again, below a comment; the comment alone where no command does it, or nothing is left. */
function commandsOf(operation: Operation, now: number): string {
  const state = stateWords(operation);
  const head = `# ${stamp(operation.at, now)} ${operation.title}${state === 'sent' ? '' : ` (${state})`}\n`;
  if (state !== 'sent') return head;
  return head + operation.calls.map(commandOf).join('');
}

function commandOf({ name, args }: ChangeCall): string {
  const found = Object.entries<Verb>(verbs).find(([, verb]) => verb.change === name);
  const taken = found?.[1].takes;
  const flags = taken === undefined ? [] : FLAGS[taken](args);
  if (!found || !flags) return '';
  const ids = args.ids.map(String);
  const words = taken === 'until' ? [...ids, ...flags] : [...flags, ...ids];
  return `frontdesk conversations ${[found[0], ...words].map(quoted).join(' ')}\n`;
}

function quoted(word: string): string {
  return /^[\w-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
