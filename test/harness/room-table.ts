import { MAY_IMPORT } from './architecture-rules.ts';
import { ROOMS } from './rooms.ts';

/** What each folder of `src/` holds, from the ground up. */
const HOLDS: Readonly<Record<string, string>> = {
  text: 'pure functions on text: making it safe, widths, wrapping, editing, HTML and quotes to plain text',
  contract: 'the service as data: resources, endpoints, error codes, limits',
  runtime: 'the differences between Node and Bun',
  center: 'the help center: a function from Request to Response, from its `database/` up to `http/`',
  'center/database': 'storage: SQLite, PostgreSQL, migrations, the copy; no rules',
  'center/model': 'the rules and their SQL: who sees what, conversations, inboxes, people, lists, search, events',
  'center/auth': 'tokens, passwords, sign-in and who may call what',
  'center/handlers': 'the handler of each endpoint: data in, data out',
  'center/http': 'the listener and the way of a request: bodies, headers, status codes, the stream of events',
  'center/openapi': 'the OpenAPI document, from the contract',
  'center/intake':
    'mail: `sources/` find it, `mime/` parses it, the rest stores it; `ndjson/`: exports of other help desks',
  'center/mail': 'mail in (mailboxes, the LMTP listener), mail out, and automatic mail',
  'center/export': 'conversations as they leave the help center: lines of NDJSON, and mails',
  'center/sample': 'sample conversations',
  client: 'the contract as typed calls; the one place where answers are checked and made safe',
  state: "the desk's data, and how it changes",
  keys: 'the meaning of keys: the form of an action, the keymap, sequences, boxes, the help',
  actions: 'all that an agent can do; keymap, help, footer and palette are made from this list',
  terminal: 'frames to the fewest bytes, bytes to keys, and the ways in and out of the terminal',
  ui: 'the screen, in Ink: panes, dialogs, widgets',
  lines: 'the desk in lines, for braille, speech and dumb terminals: typed lines in, said lines out',
  cli: 'the commands; the only place where all the others meet',
};

/** The rooms of the house as the README shows them: the contents of each, and its allowed imports. */
export function roomTable(): string {
  const rows = Object.entries(HOLDS).map(([room, holds]) => {
    const allowed = Object.entries(MAY_IMPORT[room] ?? {}).map(([other, how]) =>
      how === 'type' ? `${other} (types)` : other,
    );
    return `| \`src/${room}\` | ${holds}${innerRooms(room)} | ${allowed.join(', ') || 'nothing'} |`;
  });
  return ['| folder | what it holds | what it may import |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The folders in a room, from the ground up; empty if it has no folders. */
function innerRooms(room: string): string {
  const inner = (ROOMS[room] ?? []).filter(name => /^\w+\/\w+$/.test(name)).map(name => `\`${name.split('/')[1]}/\``);
  return inner.length === 0 ? '' : ` (from the ground up: ${inner.join(', ')})`;
}
