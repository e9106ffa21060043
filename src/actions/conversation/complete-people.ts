import { showing } from '../../keys/flow.ts';
import type { Completed } from '../../keys/line-part.ts';
import { messageLine, say } from '../../keys/overlay.ts';
import { attempt } from '../../state/calls/attempt.ts';
import type { Desk } from '../../state/desk.ts';
import { meantPeople } from '../../state/reply/known-people.ts';
import { lastTyped, peopleInWords, type Recipient, readPeople, writePeople } from '../../state/reply/written-people.ts';
import type { Draft } from '../../text/edit.ts';
import { join, t } from '../../text/safe.ts';
import type { MailView } from './mail-view.ts';

const MAX_FOUND = 5;
const SHOWN_COLUMNS = 36;

/**
 * Completes the last words of a line of people by the first person whom they match. Over a slow link Tab asks first for
 * those whom the desk does not know.
 */
export function completePeople(desk: Desk, view: MailView, { text, cursor }: Draft): Completed {
  const before = text.slice(0, cursor);
  const [first] = meantPeople(desk.world(), view.targets[0]!, before, view.extra ?? []);
  if (first !== undefined) {
    const line = `${before.slice(0, before.length - lastTyped(before).length)}${writePeople([first])}`;
    desk.set({ notice: null });
    return { draft: { text: `${line}${text.slice(cursor)}`, cursor: line.length } };
  }
  const isNew = desk.world().link === 'slow' && lastTyped(before).length > 1 && readPeople(before).fault !== undefined;
  if (!isNew) return 'next';
  offerPeople(desk, view, { text, cursor }, true);
  return undefined;
}

/** Says whom the words may mean, and asks further away: by itself over a fast link, over a slow one if `isAsked`. */
export function offerPeople(desk: Desk, view: MailView, { text, cursor }: Draft, isAsked = false): void {
  const before = text.slice(0, cursor);
  const typed = lastTyped(before);
  const id = view.targets[0]!;
  const { at } = view.open.state;
  sayMeant(desk, id, before, view.extra ?? []);
  if (typed.length < 2 || typed.includes('>') || (desk.world().link === 'slow' && !isAsked)) return;
  const found: Recipient[] = [];
  const { show, now } = showing(desk, view.open);
  find(desk, typed, people => {
    if (people.length === 0 || now()?.state.at !== at) return;
    found.push(...people);
    show([...found]);
    sayMeant(desk, id, before, found);
  });
}

function sayMeant(desk: Desk, id: number, before: string, found: readonly Recipient[]): void {
  const people = meantPeople(desk.world(), id, before, found);
  const named = join(
    people.map(one => peopleInWords([one], SHOWN_COLUMNS)),
    t` · `,
  );
  if (people.length > 0) say(desk, t`Tab: ${named}`, 'done');
  else if (desk.world().notice?.text.startsWith('Tab: ')) desk.set({ notice: null });
}

/**
 * Shows those whom the help center and the agent's own address book know by these words, each as soon as it answers.
 * Only the newest question counts.
 */
function find(desk: Desk, typed: string, show: (people: readonly Recipient[]) => void): void {
  const read = desk.reads.begin('people');
  // Text that is not an address is not offered: mail cannot be sent to it.
  const showIfAsked = (people: readonly Recipient[]) => {
    if (read.isCurrent()) show(people.filter(one => readPeople(writePeople([one])).fault === undefined));
  };
  const contacts = attempt(desk.client.contact.list({ query: { q: typed, limit: MAX_FOUND }, signal: read.signal }));
  const known = contacts.then(answer => {
    const rows = 'value' in answer ? answer.value.data : [];
    showIfAsked(rows.flatMap(({ name, email }) => (email === null ? [] : [{ name, email }])));
  });
  const own = desk.hooks.addressBook?.(typed, read.signal).then(showIfAsked, error => {
    if (read.isCurrent()) say(desk, t`No address book: ${messageLine(error)}`);
  });
  void Promise.all([known, own]).then(read.end);
}
