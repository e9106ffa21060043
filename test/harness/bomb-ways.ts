import { mergePreview } from '../../src/actions/conversation/merge.ts';
import { mergeCandidates } from '../../src/actions/conversation/merge-candidates.ts';
import { linksOf } from '../../src/actions/detail/links.ts';
import { bound } from '../../src/actions/index.ts';
import { parseMail } from '../../src/center/intake/mime/parse-mail.ts';
import { detect } from '../../src/center/intake/sources/detect.ts';
import { unquoteFrom } from '../../src/center/intake/sources/mbox.ts';
import { threadKeys } from '../../src/center/intake/thread-keys.ts';
import { plainFileName } from '../../src/center/model/message/file-name.ts';
import { searchWords } from '../../src/center/model/search/words.ts';
import { responseError } from '../../src/client/failure.ts';
import { helpRows } from '../../src/keys/help.ts';
import { filterOptions } from '../../src/keys/options.ts';
import { wrapSaid } from '../../src/lines/reader.ts';
import { heading, sentence } from '../../src/lines/words/spoken.ts';
import { readPreset } from '../../src/state/conversation/later.ts';
import { bodyLines } from '../../src/state/detail/body-lines.ts';
import { matchesIn } from '../../src/state/detail/find.ts';
import type { DetailLine } from '../../src/state/detail/line.ts';
import { runToEnd } from '../../src/state/detail/slices.ts';
import { transcriptSteps } from '../../src/state/detail/transcript.ts';
import { parseQuery, queryText, queryTitle } from '../../src/state/query/language.ts';
import { threadOf } from '../../src/state/visible.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { World } from '../../src/state/world.ts';
import { showUrl } from '../../src/text/address.ts';
import { cut } from '../../src/text/cut.ts';
import { edit, insert } from '../../src/text/edit.ts';
import { htmlToText } from '../../src/text/html.ts';
import { foldQuotes } from '../../src/text/quote.ts';
import { safeBlock, safeLine, t } from '../../src/text/safe.ts';
import { searchKey } from '../../src/text/search-key.ts';
import { spansInWords } from '../../src/text/time-words.ts';
import { width } from '../../src/text/width.ts';
import { wrap } from '../../src/text/wrap.ts';
import { fieldRows, fieldWindow } from '../../src/ui/widgets/text-field.tsx';
import { conversation, message, sampleWorld, thread } from '../ui/world.ts';
import { type Entry, fileOf, type PlacedBomb } from './bombs.ts';

/** A way that text from outside takes through the program. */
export interface Way {
  readonly name: string;
  /** The bombs that can come this way. */
  readonly takes: readonly Entry[];
  /** Work on the bomb at a size; what comes before it on its way is done already. */
  readonly work: (bomb: PlacedBomb, size: number) => () => unknown;
}

const COLUMNS = 60;
const NOW = Date.UTC(2026, 0, 15, 12);
const world = sampleWorld({ columns: 80, rows: 24 });
const MAILS: readonly Entry[] = ['text', 'html', 'header', 'mail', 'mbox'];

/** A way of plain text; `prepare` makes the input of `work` from it. */
function textWay<Prepared>(
  name: string,
  prepare: (text: string) => Prepared,
  work: (prepared: Prepared) => unknown,
  takes: readonly Entry[] = ['text'],
): Way {
  return {
    name,
    takes,
    work: (bomb, size) => {
      const prepared = prepare(bomb.make(size));
      return () => work(prepared);
    },
  };
}

function fileWay(name: string, work: (file: Buffer) => unknown): Way {
  return {
    name,
    takes: MAILS,
    work: (bomb, size) => {
      const file = fileOf(bomb, size);
      return () => work(file);
    },
  };
}

function raw(text: string): string {
  return text;
}
function linesOf(text: string): readonly DetailLine[] {
  return bodyLines(message(1, text), 'message:1', COLUMNS, new Set(['message:1/0', 'message:1/1']));
}

function showing(text: string): World {
  return {
    ...world,
    detail: { ...world.detail, conversationId: 1 },
    base: { ...world.base, threads: IdMap.of([[1, thread([message(1, text)])]]) },
  };
}

function titled(text: string): World {
  const all = [conversation(1, text), conversation(2, text), conversation(3, 'Refund')];
  const base = { ...world.base, conversations: IdMap.of(all.map(one => [one.id, one] as const)) };
  return { ...world, base, list: { ...world.list, rows: [1, 2, 3], ids: [1, 2, 3] } };
}

const intake: readonly Way[] = [
  fileWay('telling what a file holds', detect),
  fileWay('taking a mail apart and finding its thread', file => threadKeys(parseMail(file, { now: NOW }), () => false)),
  fileWay('taking the quoting off a mailbox', unquoteFrom),
  textWay('turning HTML into text', raw, htmlToText, ['text', 'html']),
  textWay('cutting a text into words to be searched', raw, searchWords, ['text', 'html']),
  textWay('the name of a file', raw, plainFileName),
];

const texts: readonly Way[] = [
  textWay('making a text safe', raw, safeBlock, ['text', 'html']),
  textWay('making a line safe', raw, safeLine),
  textWay('folding quotes', safeBlock, foldQuotes),
  textWay('folding quotes of HTML', text => safeBlock(htmlToText(text)), foldQuotes, ['html']),
  textWay('wrapping', safeBlock, block => wrap(block, COLUMNS)),
  textWay('counting columns of what is not safe', raw, width),
  textWay('cutting a line', safeLine, line => cut(line, COLUMNS)),
  textWay('the key of a search on the screen', raw, searchKey),
  textWay('typing into a text', raw, text => insert({ text: 'ab', cursor: 1 }, text, { multiline: true })),
  textWay(
    'cutting a word from a text',
    text => ({ text: safeBlock(text), cursor: Math.floor(text.length / 2) }),
    draft => edit(draft, 'ctrl-w', { multiline: true }),
  ),
];

const desk: readonly Way[] = [
  textWay(
    'the lines of an entry',
    text => message(1, text),
    entry => bodyLines(entry, 'message:1', COLUMNS, new Set()),
  ),
  textWay('finding words in the detail', linesOf, lines => matchesIn(lines, 'not there')),
  textWay('finding long words', safeLine, words => matchesIn(linesOf('A line.'), words)),
  textWay('the links of an entry', showing, shown => linksOf(shown, 'message:1')),
  textWay('the transcript of a conversation', showing, shown =>
    runToEnd(transcriptSteps(shown, threadOf(shown, 1)!, t`#1`)),
  ),
  textWay('showing a link', raw, showUrl),
  textWay(
    'choosing among many labels',
    text => [{ id: 'x', label: safeLine(text) }],
    options => filterOptions(options, { text: 'refund xyz', cursor: 0 }),
  ),
  textWay('typing a long choice', safeLine, text =>
    filterOptions([{ id: 'x', label: t`Refunds` }], { text, cursor: 0 }),
  ),
  textWay('a time that is typed', raw, words => readPreset(words, NOW)),
  textWay('the palette', safeLine, filter => helpRows(bound, world, filter, true)),
  textWay('the filter line', safeLine, text => {
    const read = parseQuery(text, world);
    return 'query' in read ? [queryText(read.query, world), queryTitle(read.query, world)] : read;
  }),
  textWay('what a merge may take in', titled, shown => mergeCandidates(shown, conversation(1, 'Refund 12'), [])),
  textWay('the preview of a merge', titled, shown => mergePreview(shown, 1, [2, 3])),
  textWay('a field of one line', safeLine, text => fieldWindow({ text, cursor: text.length }, COLUMNS)),
  textWay('a field of many lines', safeBlock, text => fieldRows({ text, cursor: text.length }, COLUMNS)),
  textWay(
    'a refusal that is a page',
    text => ({ status: 511, headers: new Headers(), text }),
    answer => responseError(answer, t`help.example`),
    ['text', 'html'],
  ),
];

const lines: readonly Way[] = [
  textWay('the words for signs and times in line mode', safeLine, line => spansInWords(heading(sentence(line)))),
  textWay('a line of 40 cells in line mode', safeLine, line => wrapSaid(line, 40)),
];

/** All ways. */
export const WAYS: readonly Way[] = [...intake, ...texts, ...desk, ...lines];
