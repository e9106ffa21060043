import { reasonOf, replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import { attempt } from '../../state/attempt.ts';
import type { Desk } from '../../state/desk.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { isMailBox, mailOf, type PeoplePart, type ReplyBox } from '../../state/reply/box.ts';
import { meantPeople } from '../../state/reply/known-people.ts';
import { lastTyped, peopleInWords, type Recipient, readPeople, writePeople } from '../../state/reply/written-people.ts';
import type { Draft } from '../../text/edit.ts';
import { join, t } from '../../text/safe.ts';

type ReplyOverlay = FieldOverlay<ReplyBox>;

const MAX_FOUND = 5;
const SHOWN_COLUMNS = 36;

/** The line with the first person whom its last words match; undefined if they match no known person. */
export function completed(desk: Desk, overlay: ReplyOverlay, { text, cursor }: Draft): Draft | undefined {
  const before = text.slice(0, cursor);
  const [first] = meantPeople(desk.world(), mailOf(overlay).id, before, overlay.data.found ?? []);
  if (first === undefined) return undefined;
  const line = `${before.slice(0, before.length - lastTyped(before).length)}${writePeople([first])}`;
  return { text: `${line}${text.slice(cursor)}`, cursor: line.length };
}

/** Says whom the words may mean, and asks further away: by itself over a fast link, over a slow one if `isAsked`. */
export function offerPeople(
  desk: Desk,
  overlay: ReplyOverlay,
  part: PeoplePart,
  before: string,
  isAsked = false,
): void {
  const typed = lastTyped(before);
  sayMeant(desk, overlay, before);
  if (typed.length < 2 || typed.includes('>') || (desk.world().link === 'slow' && !isAsked)) return;
  const found: Recipient[] = [];
  find(desk, typed, people => {
    const top = topOverlay(desk.world());
    if (people.length === 0 || top?.kind !== 'field' || !isMailBox(top)) return;
    if (top.targets[0] !== overlay.targets[0] || top.data.part !== part) return;
    found.push(...people);
    const now = { ...top, data: { ...top.data, found: [...found] } };
    replaceOverlay(desk, now);
    sayMeant(desk, now, before);
  });
}

function sayMeant(desk: Desk, { targets, data }: ReplyOverlay, before: string): void {
  const people = meantPeople(desk.world(), targets[0]!, before, data.found ?? []);
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
  // Text that is no address is not offered: mail cannot be sent to it.
  const showIfAsked = (people: readonly Recipient[]) => {
    if (read.isCurrent()) show(people.filter(one => readPeople(writePeople([one])).fault === undefined));
  };
  const contacts = attempt(desk.client.contact.list({ query: { q: typed, limit: MAX_FOUND }, signal: read.signal }));
  const known = contacts.then(answer => {
    const rows = 'value' in answer ? answer.value.data : [];
    showIfAsked(rows.flatMap(({ name, email }) => (email === null ? [] : [{ name, email }])));
  });
  const own = desk.hooks.addressBook?.(typed, read.signal).then(showIfAsked, error => {
    if (read.isCurrent()) say(desk, t`No address book: ${reasonOf(error)}`);
  });
  void Promise.all([known, own]).then(read.end);
}
