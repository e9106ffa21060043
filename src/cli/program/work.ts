import type { DeclaredCommand } from '../declared/command.ts';
import type { Shell } from '../shell.ts';

/** The files with the work of commands, by their names seen from `cli/commands/`: each is loaded when it is needed. */
const FILES = {
  '../dial': () => import('../dial.ts'),
  '../manual/page': () => import('../manual/page.ts'),
  'administer/addresses': () => import('../commands/administer/addresses.ts'),
  'administer/agents': () => import('../commands/administer/agents.ts'),
  'administer/contacts': () => import('../commands/administer/contacts.ts'),
  'administer/erase': () => import('../commands/administer/erase.ts'),
  'administer/export-contact': () => import('../commands/administer/export-contact.ts'),
  'administer/inboxes': () => import('../commands/administer/inboxes.ts'),
  'administer/ssh-keys': () => import('../commands/administer/ssh-keys.ts'),
  'administer/tags': () => import('../commands/administer/tags.ts'),
  'administer/teams': () => import('../commands/administer/teams.ts'),
  'api/call': () => import('../commands/api/call.ts'),
  'api/list': () => import('../commands/api/list.ts'),
  backup: () => import('../commands/backup.ts'),
  cache: () => import('../commands/cache.ts'),
  completion: () => import('../commands/completion.ts'),
  'conversations/apply': () => import('../commands/conversations/apply.ts'),
  'conversations/change': () => import('../commands/conversations/change.ts'),
  'conversations/create': () => import('../commands/conversations/create.ts'),
  'conversations/export': () => import('../commands/conversations/export.ts'),
  'conversations/list': () => import('../commands/conversations/list.ts'),
  'conversations/next': () => import('../commands/conversations/next.ts'),
  'conversations/note': () => import('../commands/conversations/note.ts'),
  'conversations/reply': () => import('../commands/conversations/reply.ts'),
  'conversations/run': () => import('../commands/conversations/run.ts'),
  'conversations/show': () => import('../commands/conversations/show.ts'),
  'conversations/split': () => import('../commands/conversations/split.ts'),
  copy: () => import('../commands/copy.ts'),
  desk: () => import('../commands/desk.ts'),
  doctor: () => import('../commands/doctor.ts'),
  'events/events': () => import('../commands/events/events.ts'),
  files: () => import('../commands/files.ts'),
  import: () => import('../commands/import.ts'),
  'import-ndjson': () => import('../commands/import-ndjson.ts'),
  journal: () => import('../commands/journal.ts'),
  key: () => import('../commands/key.ts'),
  keys: () => import('../commands/keys.ts'),
  lines: () => import('../commands/lines.ts'),
  login: () => import('../commands/login.ts'),
  logout: () => import('../commands/logout.ts'),
  mail: () => import('../commands/mail.ts'),
  'mail-queue': () => import('../commands/mail-queue.ts'),
  numbers: () => import('../commands/numbers.ts'),
  openapi: () => import('../commands/openapi.ts'),
  'replies/replies': () => import('../commands/replies/replies.ts'),
  restore: () => import('../commands/restore.ts'),
  'rules/rules': () => import('../commands/rules/rules.ts'),
  'rules/rules-file': () => import('../commands/rules/rules-file.ts'),
  'rules/try-rule': () => import('../commands/rules/try-rule.ts'),
  sample: () => import('../commands/sample.ts'),
  serve: () => import('../commands/serve.ts'),
} as const;
type Files = typeof FILES;

/** The names of all works: a file and a function that it exports. */
export type KnownWork = {
  [File in keyof Files]: `${File}#${keyof Awaited<ReturnType<Files[File]>> & string}`;
}[keyof Files];

type Work = (shell: Shell, ...given: unknown[]) => number | Promise<number>;

/** The name of a command's work, with these flags. */
export function workOf(
  { lists, changes, reaches, here, ofMail, works }: DeclaredCommand<KnownWork>,
  flags: unknown,
): KnownWork {
  const work = lists ?? changes ?? reaches ?? here ?? ofMail ?? works;
  return typeof work === 'function' ? work(flags as never) : work!;
}

/** Loads a work. */
export async function loadWork(name: KnownWork): Promise<Work> {
  const [file, work] = name.split('#') as [keyof Files, never];
  return (await FILES[file]())[work];
}
