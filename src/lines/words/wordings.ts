import type { Byline } from '../../state/detail/line.ts';
import type { Speak } from '../../state/world/speak.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { listed, sentence } from './spoken.ts';

/** A conversation of the list, beside its number and its title. */
interface RowFacts {
  /** It is marked, and why it needs the agent. */
  readonly states: readonly SafeText[];
  /** How long its customer waits, or until when it is put off; empty if neither. */
  readonly waits: SafeText;
  /** The other agents on it. */
  readonly present: SafeText;
  readonly from: SafeText;
  /** `yours`, `assigned to Bob`; empty if it is nobody's. */
  readonly assignee: SafeText;
  readonly inbox: SafeText;
  readonly tags: readonly SafeText[];
}

/** The open conversation, beside its number and its title. */
interface HeadFacts {
  /** Its status, how long its customer waits, its agent. */
  readonly states: readonly SafeText[];
  readonly inbox: SafeText;
  /** Empty if the words that follow name the customer. */
  readonly from: SafeText;
  readonly tags: readonly SafeText[];
  /** The customer's earlier conversations; empty if there are none. */
  readonly earlier: SafeText;
  /** `3 messages`, `1 note`, as far as they are known. */
  readonly counts: readonly SafeText[];
}

/** The place of an entry among the others. */
interface Beside {
  readonly before: number;
  readonly after: number;
  /** Its number among all is said already. */
  readonly isNumbered: boolean;
}

/** The list that has the keys. */
interface ListFacts {
  readonly name: SafeText;
  readonly count: SafeText;
  /** When it was read, if that was before. */
  readonly asOf: SafeText;
  /** The place of the cursor, from 1 on. */
  readonly at: number;
}

/** How much is said of each thing: facts in, words out. */
interface Wording {
  /** The words before the number of a row, and those behind its title. */
  row(facts: RowFacts): { readonly before: readonly SafeText[]; readonly after: readonly SafeText[] };
  /** The words behind the label of a message or a note. */
  entry(by: Byline, hint: SafeText): readonly SafeText[];
  /** The sentences after an entry. */
  beside(place: Beside): readonly SafeText[];
  /** The sentences below the title of a conversation. */
  head(facts: HeadFacts): readonly SafeText[];
  list(facts: ListFacts): SafeText;
  /** The possible input of a box that has just opened. */
  ask(ask: SafeText): readonly SafeText[];
  /** How to go on, at the start. */
  begin(quit: SafeText): readonly SafeText[];
}

const usual: Wording = {
  row: ({ states, present, waits, from, assignee }) => ({
    before: [...states, present, waits],
    after: [t`from ${from}`, assignee],
  }),
  entry: ({ name, marks, number, when }) => [name, ...marks, number, when],
  beside: place => (place.isNumbered ? [] : besideWords(place)),
  head: ({ states, inbox, from, tags, earlier }) => [
    join(
      [listed(states), t`In ${inbox}`, ...(from === '' ? [] : [t`From ${from}`]), ...tagWords(t`Tags`, tags), earlier]
        .filter(Boolean)
        .map(sentence),
      t` `,
    ),
  ],
  list: ({ at, ...facts }) => listWords(facts, at > 1 ? at : 0),
  ask: ask => [ask],
  begin: quit => [t`Type help for help, ${quit} leaves.`],
};

const short: Wording = {
  ...usual,
  row: ({ states, waits, from }) => ({ before: [...states, waits], after: [from] }),
  entry: ({ name, marks, when }) => [name, ...marks, when],
  beside: () => [],
  head: ({ states: [status, waits], from }) => [
    join([listed([status, waits]), from].filter(Boolean).map(sentence), t` `),
  ],
  list: ({ name, count }) => t`${name}, ${count}.`,
  ask: () => [],
  begin: () => [],
};

const full: Wording = {
  ...usual,
  row: facts => {
    const { before, after } = usual.row(facts);
    return { before, after: [...after, t`in ${facts.inbox}`, ...tagWords(t`tags`, facts.tags)] };
  },
  entry: ({ name, marks, number, when }, hint) => [name, ...marks, number && t`number ${number}`, hint, when],
  beside: place => besideWords(place),
  head: facts => [...usual.head(facts), sentence(listed(facts.counts))].filter(one => one !== ''),
  list: ({ at, ...facts }) => listWords(facts, at),
};

/** Of each way of speaking, how much it says. */
export const WORDINGS: Readonly<Record<Speak, Wording>> = { short, usual, full };

function tagWords(word: SafeText, tags: readonly SafeText[]): readonly SafeText[] {
  return tags.length === 0 ? [] : [t`${word} ${join(tags, t`, `)}`];
}

function listWords({ name, count, asOf }: Omit<ListFacts, 'at'>, at: number): SafeText {
  const conversations = count === '1' ? t`1 conversation` : t`${count} conversations`;
  return t`${listed([name, conversations, asOf])}.${at === 0 ? t`` : t` At ${at} of ${count}.`}`;
}

function besideWords({ before, after }: Beside): readonly SafeText[] {
  return [
    ...(before > 0 ? [t`${before} before: previous reads.`] : []),
    ...(after > 0 ? [t`${after} after: next reads.`] : []),
  ];
}
