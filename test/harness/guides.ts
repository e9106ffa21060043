import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { actions } from '../../src/actions/index.ts';
import { settingsTable } from '../../src/cli/settings/guide.ts';
import { keyLabel, keyTable } from '../../src/keys/help.ts';
import { keysOf } from '../../src/keys/keymap.ts';
import type { ActionId } from '../../src/state/world/overlay.ts';
import { BENCHES } from '../bench/benches.ts';
import { SOAKS } from '../soak/soaks.ts';
import { eventKinds, eventTable } from './event-table.ts';
import { formTable } from './form-table.ts';
import { measurementTable } from './measurement.ts';
import { drawPicture, SHADES } from './picture.ts';
import { roomTable } from './room-table.ts';
import { type Shown, textOf } from './shown-desk.ts';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The guides, by their paths in the project. */
export const GUIDES: readonly string[] = globSync(['*.md', '{docs,src,test}/**/*.md'], { cwd: ROOT }).sort();

/** Something in the guides that the program makes. */
interface Generated {
  readonly file: string;
  /** The name in the marks around it; without one it is the whole file. */
  readonly part?: string;
  /** `shown`: the built desk on a terminal. */
  readonly make: (shown: () => Promise<Shown>) => string | Promise<string>;
}

function picture(shade: keyof typeof SHADES): Generated {
  return {
    file: `docs/desk-${shade}.svg`,
    make: async shown => drawPicture(await shown(), SHADES[shade], 'The desk: inboxes, a list and a conversation'),
  };
}

/** All that `npm run docs` writes. */
export const GENERATED: readonly Generated[] = [
  picture('light'),
  picture('dark'),
  { file: 'README.md', part: 'screen', make: async shown => fenced(textOf(await shown())) },
  { file: 'README.md', part: 'first keys', make: firstKeys },
  { file: 'docs/keys.md', part: 'keys', make: () => keyTable(actions) },
  { file: 'docs/settings.md', part: 'settings', make: settingsTable },
  { file: 'docs/events.md', part: 'event', make: eventTable },
  { file: 'docs/events.md', part: 'kinds', make: eventKinds },
  { file: 'docs/move.md', part: 'form', make: formTable },
  { file: 'src/README.md', part: 'rooms', make: roomTable },
  { file: 'test/README.md', part: 'benches', make: () => measurementTable(BENCHES) },
  { file: 'test/README.md', part: 'soaks', make: () => measurementTable(SOAKS) },
];

/** The actions that the README begins with, by their ids. */
const FIRST: readonly ActionId[] = [
  'list.mark',
  'conversation.reply',
  'conversation.archive',
  'conversation.tag',
  'conversation.assign',
  'note.write',
  'list.filter',
  'undo',
  'palette',
  'help',
];

function firstKeys(): string {
  const rows = FIRST.map(id => {
    const action = actions.find(one => one.id === id)!;
    return `| \`${keyLabel(keysOf(action)[0]!)}\` | ${action.title} |`;
  });
  return ['| Key | Action |', '| --- | --- |', ...rows].join('\n');
}

function fenced(text: string): string {
  return ['```text', text, '```'].join('\n');
}

/** The text of a file of the project. */
export function textIn(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8');
}

/** The text of `file` with `made` in its part. Throws if the marks of the part are missing. */
export function withGenerated({ file, part }: Generated, made: string): string {
  if (part === undefined) return made;
  const [begin, end] = [`<!-- ${part}: begin -->\n`, `<!-- ${part}: end -->`];
  const [before, rest, ...more] = textIn(file).split(begin);
  const [, after, ...others] = rest?.split(end) ?? [];
  if (after === undefined || more.length + others.length > 0)
    throw new Error(`${file} must hold the marks of its part ${part} once: ${begin}and ${end}`);
  return `${before}${begin}\n${made.trim()}\n\n${end}${after}`;
}
