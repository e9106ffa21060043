import type { LinePart } from '../../keys/line-part.ts';
import type { ButtonPart } from '../../keys/parts.ts';
import { goTo } from '../../keys/submit.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { whyLost } from '../../state/conversation/lost.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, withDraftFields } from '../../state/drafts/drafts.ts';
import { inboxIdOf, isFirst, sendingInboxes } from '../../state/drafts/first-mail.ts';
import {
  askedInBox,
  boxRecipients,
  changedLine,
  isProposed,
  type ReplyLine as LineName,
  lineKept,
  lineText,
  type MailData,
  type MailDraft,
  type MailTime,
  type PeoplePart,
  sentAt,
  statusAfterReply,
  timeSaid,
  waitUntil,
} from '../../state/reply/box.ts';
import { newAddresses } from '../../state/reply/recipients.ts';
import { senderWords, signatureLines } from '../../state/reply/sender.ts';
import { peopleInWords, type Recipient, readPeople } from '../../state/reply/written-people.ts';
import type { World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { openFiles, openPath } from './attach-box.ts';
import { completePeople, offerPeople } from './complete-people.ts';
import { keepDraft } from './field-draft.ts';
import { type MailView, mailOf } from './mail-view.ts';
import { DISCARD, saveBox, writtenIn } from './put-in.ts';
import { takeReplyTo } from './quote.ts';
import { completeSaved } from './saved-list.ts';

type Line = LinePart<MailData, readonly Recipient[]>;
type Button = ButtonPart<MailData, readonly Recipient[]>;

const MAX_STATUS_COLUMNS = 20;

/** The parts of the box of a mail of this kind, from above. Many conversations have no recipients in common. */
export function mailParts(kind: MailDraft['kind'], attached: (view: MailView) => SafeText) {
  const isReply = kind === 'reply';
  const isNew = ({ targets }: MailView) => isFirst(targets[0]!);
  const button = (words: SafeText, isThere?: Button['isThere']): Button => ({
    kind: 'button',
    words: () => words,
    ...(isThere && { isThere }),
  });
  return {
    to: { ...peopleLine(kind, 'to', t`To`), isProposed: (view, typed) => isReplaced(kind, view, typed) } as Line,
    cc: { ...peopleLine(kind, 'cc', t`Cc`), isOptional: true } as Line,
    bcc: {
      ...peopleLine(kind, 'bcc', t`Bcc`),
      isThere: view =>
        isOne(view) && (view.open.state.at === 'bcc' || lineKept(view.world, mailOf(kind, view), 'bcc') !== ''),
    } as Line,
    subject: { ...keptLine(kind, 'subject', t`Subject`), isThere: isNew } as Line,
    inbox: {
      kind: 'button',
      isThere: view => isNew(view) && sendingInboxes(view.world).length > 1,
      made: ({ world, targets }) => t`${senderWords(world, targets[0]!, 60)} · ← → other`,
      step: (desk, { targets }, step) => chooseInbox(desk, targets[0]!, step),
      press: (desk, { open }) => goTo(desk, open, 'text'),
    } as Button,
    text: {
      kind: 'text',
      draft: { kind },
      attached,
      after: ({ world, targets }, columns) => (targets.length > 1 ? [] : signatureLines(world, targets[0]!, columns)),
      complete: (desk, _view, _line, step) => (step === 1 && completeSaved(desk) ? undefined : 'next'),
      refuse: (_desk, _view, text) =>
        isReply && text.trim() === '' ? t`Nothing is written yet: nothing was sent.` : undefined,
    } as Omit<Line, 'kind'> & { kind: 'text' },
    files: {
      ...button(t`Attach`),
      key: 'box.attach',
      press: (desk, { targets }) => openFiles(desk, kind, targets),
      type: (desk, { targets }, text) => openPath(desk, kind, targets, text),
    } as Button,
    send: button(t`Send`),
    save: {
      ...button(t`Save as reply`, view => isReply && !isNew(view) && has(view, 'savedReply.create')),
      press: (desk, { open }) => saveBox(desk, writtenIn(open)!),
    } as Button,
    wait: {
      ...timed('3d', t`Send and wait`, waitUntil),
      key: 'box.wait',
      isThere: view => isReply && has(view, 'later'),
    } as Button,
    at: {
      ...timed('tomorrow 9', t`Send at`, sentAt),
      isThere: view => has(view, 'sendAt'),
    } as Button,
    close: {
      kind: 'button',
      words: ({ world }) => closeWords(world),
      key: 'box.close',
      isThere: ({ world }) => isReply && statusAfterReply(world) !== undefined,
    } as Button,
    record: button(t`Record`, isNew),
    replyto: {
      ...button(t`To its Reply-To`, view => replyTo(kind, view) !== undefined),
      made: view => t`Its Reply-To is ${replyTo(kind, view) ?? t``}`,
      press: (desk, view) => takeReplyTo(desk, view, mailOf(kind, view)),
    } as Button,
    discard: DISCARD,
  } as const;
}

function isOne({ targets }: MailView): boolean {
  return targets.length === 1;
}

function replyTo(kind: MailDraft['kind'], view: MailView): SafeText | undefined {
  return isOne(view) ? askedInBox(view.world, mailOf(kind, view)) : undefined;
}

function has({ world }: MailView, what: Parameters<typeof whyLacking>[1]): boolean {
  return whyLacking(world, what) === undefined;
}

/** A line that is kept as a field of the draft. */
function keptLine(kind: MailDraft['kind'], name: LineName, label: SafeText): Line {
  return {
    kind: 'line',
    label,
    kept: {
      text: view => lineText(view.world, mailOf(kind, view), name),
      write: (desk, view, text) => {
        const mail = mailOf(kind, view);
        const held = lineKept(desk.world(), mail, name);
        keepDraft(desk, kind, mail.id, held, changedLine(desk.world(), mail, name, text), name);
      },
    },
    refuse: (desk, view) => {
      const world = desk.world();
      const { fault } = boxRecipients(world, mailOf(kind, view));
      // A conversation that is lost takes the usual recipients with it.
      return fault?.part === name ? (whyLost(world, view.targets) ?? fault.text) : undefined;
    },
  };
}

function peopleLine(kind: MailDraft['kind'], name: PeoplePart, label: SafeText): Line {
  return {
    ...keptLine(kind, name, label),
    isThere: isOne,
    shown: (view, text, columns) => shownPeople(kind, view, name, text, columns),
    wrote: (desk, view, { draft }) => offerPeople(desk, view, draft),
    complete: (desk, view, { draft }, step) => (step === 1 ? completePeople(desk, view, draft) : 'next'),
  };
}

/** A line of people with those that are new marked; as it was typed, if it cannot be read. */
function shownPeople(
  kind: MailDraft['kind'],
  view: MailView,
  name: PeoplePart,
  text: string,
  columns: number,
): SafeText {
  if (readPeople(text).fault !== undefined) return cut(safeLine(text), columns);
  const people = boxRecipients(view.world, mailOf(kind, view))[name];
  return peopleInWords(people, columns, newAddresses(view.world, view.targets[0]!, people));
}

/** Typing behind a customer proposed in To replaces the proposal; a separator goes on after it. */
function isReplaced(kind: MailDraft['kind'], view: MailView, typed: string): boolean {
  return isProposed(view.world, mailOf(kind, view)) && !/^[\s,;]/.test(typed);
}

/** Sends a first mail from the next inbox, or the one before. */
function chooseInbox(desk: Desk, id: number, step: 1 | -1): void {
  const { drafts } = desk.world();
  const ids = sendingInboxes(desk.world()).map(one => one.id);
  const next = ids.at((ids.indexOf(inboxIdOf(desk.world(), id) ?? 0) + step) % ids.length);
  desk.set({ drafts: withDraftFields(drafts, [[draftKey('reply', id), 'inbox', `${next}`]]) });
}

/** A button with the words of a time. */
function timed(usual: string, words: SafeText, read: (words: string, now: number) => MailTime): Button {
  return {
    kind: 'button',
    usual,
    words: (_view, typed) => t`${words} ${safeLine(typed)}`,
    made: ({ world }, typed) => timeSaid(read(typed, world.now), world.now),
    check: ({ world }, typed) => read(typed, world.now).problem,
  };
}

/** The effect of the button that sets a status. */
function closeWords(world: World): SafeText {
  const status = statusAfterReply(world);
  if (!status || status.kind === 'closed') return t`Send and close`;
  return t`Send, then ${cut(status.name, MAX_STATUS_COLUMNS)}`;
}
