import * as v from 'valibot';
import { begin } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { questionBox } from '../../keys/one-box.ts';
import { boxOn } from '../../keys/parts.ts';
import { KeptLine } from '../../keys/reopen.ts';
import { askBox, doOnce, type Flow, flow, readOnce } from '../../keys/script.ts';
import { goTo } from '../../keys/submit.ts';
import { followingWords } from '../../state/changes/following.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, fieldOf } from '../../state/drafts/drafts.ts';
import { draftFiles } from '../../state/drafts/files.ts';
import { isFirst } from '../../state/drafts/first-mail.ts';
import { filesInWords } from '../../state/files/attached-file.ts';
import { stagedFor } from '../../state/outbox/staged.ts';
import { MailData, type MailDraft, peopleNotice } from '../../state/reply/box.ts';
import { chosenMessage, messageFor } from '../../state/reply/recipients.ts';
import { isUnnamed, senderWords } from '../../state/reply/sender.ts';
import type { Recipient } from '../../state/reply/written-people.ts';
import { seenOnScreens } from '../../state/reply/wrote-since.ts';
import type { BoxKeyId } from '../../state/world/overlay.ts';
import { cut } from '../../text/cut.ts';
import { counted } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { openPath } from './attach-box.ts';
import { openCommands } from './command-list.ts';
import { beginDraft, keepDraft } from './field-draft.ts';
import { mailParts } from './mail-parts.ts';
import { forwardedBy, leaveMail, manyLines, newsLines, sendMail, whyNotSent } from './mail-send.ts';
import { type MailView, mailOf } from './mail-view.ts';
import { nameLine } from './name-agent.ts';
import { quote, takeReplyTo } from './quote.ts';
import { openSaved } from './saved-list.ts';
import { conversationsTitle } from './targets.ts';

type Kind = MailDraft['kind'];

const NAME_COLUMNS = 20;

/** The questions before a mail is sent: there are none if all of it is empty. */
const BeforeSend = v.object({
  /** The name of the system's user, in place of the agent's. */
  name: v.exactOptional(KeptLine),
  news: v.array(KeptLine),
  many: v.array(KeptLine),
  seen: MailData.entries.seen,
});
type BeforeSend = v.InferOutput<typeof BeforeSend>;

/**
 * The boxes in which a mail is written: its parts, then the agent's name if they have none, and a question if others wrote
 * meanwhile, or if it goes to many. `audience`: those who will read it, in words.
 */
export function mailFlow(id: string, kind: Kind, audience: SafeText): Flow<MailData> {
  const box = mailBox(id, kind, audience);
  return flow<MailData>({
    id,
    takesText: true,
    input: MailData,
    *script(input, targets) {
      for (let data = input; ; ) {
        const said = yield* askBox(box, data);
        const mail = { kind, targets, data, said };
        const { name, news, many, seen } = yield* readOnce(BeforeSend, desk => ({ value: askedOf(desk, mail) }));
        if (name !== undefined) {
          const end = yield* nameLine.script({ text: '', former: name }, []);
          yield* doOnce(desk => end?.(desk));
        } else if (news.length + many.length === 0 || (yield* askBox(sendQuestion, { news, many })).answer === 'y') {
          // Before the box closes: a colleague then sees at once that the answer is sent, and not that it was left.
          yield* doOnce(desk => sendMail(desk, mail));
          return undefined;
        }
        // The agent has seen the news: they are not asked about again.
        data = { ...data, part: 'text', ...(seen && name === undefined ? { seen } : {}) };
      }
    },
  });
}

function askedOf(desk: Desk, mail: Parameters<typeof sendMail>[1]): BeforeSend {
  const world = desk.world();
  const news = mail.kind === 'forward' ? [] : [...newsLines(world, mail)];
  return {
    ...(isUnnamed(world) ? { name: world.me!.name } : {}),
    news,
    many: [...manyLines(world, mail)],
    ...(news.length > 0 ? { seen: seenOnScreens(world, mail.targets) } : {}),
  };
}

const sendQuestion = questionBox<Pick<BeforeSend, 'news' | 'many'>>({
  id: 'mail.question',
  title: ({ targets }) => (isFirst(targets[0]!) ? t`Send it?` : t`Reply to ${conversationsTitle(targets)}?`),
  lines: ({ data: { news, many } }) => [...news, ...many],
  verb: t`send`,
  buttons: ({ data: { news } }) =>
    news.length === 0
      ? [{ key: 'y', words: t`send` }]
      : [
          { key: 'y', words: t`send it anyway`, isRow: true },
          { key: 'e', words: t`go on writing`, isRow: true },
        ],
});

function mailBox(id: string, kind: Kind, audience: SafeText) {
  const draftOf = (view: Pick<MailView, 'targets' | 'data'>) => mailOf(kind, view);
  return boxOn<MailData, readonly Recipient[]>()({
    id,
    title: view => titleOf(view, draftOf(view)),
    audience,
    goesOut: true,
    place: 'foot',
    verb: t`send`,
    escape: () => t`keeps the draft`,
    parts: mailParts(kind, view => attachedTo(view, draftOf(view))),
    first: ({ data }) => data.part,
    follow: (desk, view) => noteMessage(desk, view, kind),
    ownKey: (desk, view, key) => mailKey(desk, view, kind, key),
    whyNot: (desk, { targets, data }, said) => whyNotSent(desk, { kind, targets, data, said }),
    aside: ({ world, targets, data, open }, columns, isBrief) =>
      (targets.length > 1 ? t`` : peopleNotice(world, draftOf({ targets, data }), open.state.at)) ||
      (isBrief ? t`` : senderWords(world, targets[0]!, columns)),
    also: view => {
      const staged = followingWords(view.world, stagedFor(view.world, draftOf(view)));
      return staged === '' ? t`` : t`on sending: ${staged}`;
    },
    isThrifty: ({ data }) => data.isThrifty === true,
    sawEnd: (desk, { world, targets, open }) => {
      const { conversationId, section } = world.detail;
      if (section !== 'thread' || targets.length > 1 || targets[0] !== conversationId) return;
      changeInput<MailData>(desk, open, data => ({ ...data, seen: seenOnScreens(desk.world(), targets) }));
    },
    leave: (desk, view) => leaveMail(desk, kind, view),
  });
}

/** The conversation, and of a forward whose message it is. */
function titleOf({ world, targets }: MailView, mail: MailDraft): SafeText {
  const author = forwardedBy(world, mail)?.author.name;
  if (isFirst(targets[0]!)) return t``;
  if (targets.length > 1) return t`each of ${conversationsTitle(targets)}`;
  return author ? t`${cut(author, NAME_COLUMNS)} · ${conversationsTitle(targets)}` : conversationsTitle(targets);
}

/** The files of a mail; those of a message that is forwarded go with it without being sent there. */
function attachedTo({ world }: MailView, mail: MailDraft): SafeText {
  const own = filesInWords(draftFiles(world.drafts, mail.kind, mail.id));
  const count = forwardedBy(world, mail)?.attachments.length ?? 0;
  const more = count === 0 ? t`` : t`${counted(count, t`file`)} of the message`;
  return join([own, more].filter(Boolean), t` · `);
}

/** A key that a mail has in any of its parts. */
function mailKey(desk: Desk, view: MailView, kind: Kind, key: BoxKeyId): boolean {
  const { targets, open } = view;
  const { at } = open.state;
  if (key === 'box.attach') openPath(desk, kind, targets);
  else if (key === 'box.saved') openSaved(desk, targets);
  else if (key === 'box.command') openCommands(desk);
  else if (key === 'box.quote' && at === 'to') takeReplyTo(desk, view, mailOf(kind, view));
  else if (key === 'box.quote' && at === 'text') quote(desk, view);
  else if (key === 'box.bcc' && targets.length === 1) goTo(desk, open, 'bcc');
  else return false;
  return true;
}

/**
 * Sets the answered message and the last one seen as soon as the thread is read: later messages do not change the
 * recipients, and are asked about.
 */
function noteMessage(desk: Desk, { world, targets, data, open }: MailView, kind: Kind): void {
  if (data.messageId !== null || targets.length > 1) return;
  const isForward = kind === 'forward';
  const answered = messageFor(world, targets[0]!, isForward);
  if (!answered) return;
  const seen = isForward ? {} : { seen: seenOnScreens(world, targets) };
  changeInput<MailData>(desk, open, former => ({ ...former, messageId: answered.id, ...seen }));
}

/** Opens the box of a mail of this kind with its draft. `start`: the part that has the keys first. */
export function openMailBox(
  desk: Desk,
  opened: Flow<MailData>,
  kind: Kind,
  targets: readonly number[],
  start: (mail: MailDraft) => MailData['part'] = () => 'text',
): void {
  const id = targets[0]!;
  const { kept, notice } = beginDraft(desk, kind, id);
  const isForward = kind === 'forward';
  const began = Number(fieldOf(desk.world().drafts, draftKey('forward', id), 'message'));
  const chosen = targets.length === 1 ? chosenMessage(desk.world(), id, isForward) : null;
  const messageId = (isForward && began) || chosen;
  if (isForward && messageId !== null) keepDraft(desk, kind, id, began ? `${began}` : '', `${messageId}`, 'message');
  const seen = isForward ? {} : { seen: seenOnScreens(desk.world(), targets) };
  const thrift = desk.world().link === 'slow' ? { isThrifty: true as const } : {};
  const part = start({ kind, id, messageId });
  begin(desk, opened, { part, messageId, ...seen, ...thrift }, targets);
  // A draft for one customer is about to go to others: the agent must see that.
  if (targets.length > 1 && kept !== '')
    desk.notify({ tone: 'problem', text: t`Your draft to #${id} is in the box: it goes to all of them.` });
  else if (notice) desk.notify(notice);
}
