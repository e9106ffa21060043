import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { pageFlow } from '../../keys/one-box.ts';
import type { PagePart } from '../../keys/parts.ts';
import type { Flow } from '../../keys/script.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import type { Conversation, Copied, World } from '../../state/world.ts';
import { join, type SafeText, safeBlock, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { selectedPerson } from './contact.ts';
import { entryText, whyNoEntry, withEntryText } from './read-whole.ts';
import { conversationsTitle, loadedConversations, whyNoTarget } from './targets.ts';

type CopiedField = 'id' | 'title' | 'link' | 'address' | 'message';

/** The text that a key copies; several conversations give a line each. */
interface Copy {
  readonly part: CopiedField;
  readonly key: string;
  readonly title: SafeText;
  readonly help: SafeText;
  readonly words: readonly string[];
  readonly copied: (desk: Desk, world: World) => Copied | undefined;
  /** Reads the missing parts first. */
  readonly read?: (desk: Desk, then: (copied: Copied) => void) => void;
  readonly why?: (world: World) => SafeText | undefined;
}

const COPIES: readonly Copy[] = [
  {
    part: 'id',
    key: 'i',
    title: t`Copy the number`,
    help: t`Copies #1042, or the numbers of all marked conversations`,
    words: ['id', 'yank'],
    copied: (_desk, world) => {
      const ids = targetsOf(world);
      return { what: conversationsTitle(ids), text: safeBlock(ids.map(id => `#${id}`).join(' ')) };
    },
  },
  {
    part: 'title',
    key: 't',
    title: t`Copy the title`,
    help: t`Copies the title of the conversation`,
    words: ['subject', 'yank'],
    copied: (_desk, world) => eachLine(world, t`the title`, ({ title }) => title),
  },
  {
    part: 'link',
    key: 'l',
    title: t`Copy the link`,
    help: t`Copies the conversation’s address at its help center`,
    words: ['url', 'yank'],
    copied: (desk, world) => eachLine(world, t`the link`, ({ id }) => desk.hooks.linkTo?.(id) ?? t`#${id}`),
  },
  {
    part: 'address',
    key: 'e',
    title: t`Copy the customer’s address`,
    help: t`Copies the customer’s address, or the selected contact’s`,
    words: ['email', 'yank'],
    copied: (_desk, world) => {
      const person = personWithAddress(world);
      if (person) return { what: t`the address of ${person.name || person.email}`, text: safeBlock(person.email) };
      return eachLine(world, t`the address`, ({ requester }) => requester?.email ?? undefined);
    },
    why: world =>
      personWithAddress(world) !== undefined ||
      loadedConversations(world, targetsOf(world)).some(({ requester }) => requester?.email)
        ? undefined
        : t`No address of this customer is known.`,
  },
  {
    part: 'message',
    key: 'm',
    title: t`Copy the message`,
    help: t`Copies the text of the selected, or the newest, message`,
    words: ['text', 'yank'],
    copied: (_desk, world) => entryText(world),
    read: (desk, then) => withEntryText(desk, t`copied`, then),
    why: whyNoEntry,
  },
];

/** Copies a part of the conversation, or of all that are marked. */
export const copyActions: readonly Action<`copy.${CopiedField}`>[] = COPIES.map(
  ({ part, key, title, help, words, copied, read, why }) => ({
    id: `copy.${part}`,
    title,
    help,
    scope: 'conversations',
    keys: [`y ${key}`],
    words: ['clipboard', ...words],
    unavailable: world => whyNoTarget(world) ?? why?.(world),
    run: desk => {
      if (read) return read(desk, found => copyText(desk, found));
      const found = copied(desk, desk.world());
      if (found) copyText(desk, found);
    },
  }),
);

/** The person selected among those of the conversation, if an address is known. */
function personWithAddress(world: World): { name: SafeText; email: SafeText } | undefined {
  const { name, email } = selectedPerson(world)?.person ?? {};
  return name === undefined || !email ? undefined : { name, email };
}

/** The same part of each conversation, without repeats. */
function eachLine(
  world: World,
  what: SafeText,
  partOf: (conversation: Conversation) => SafeText | undefined,
): Copied | undefined {
  const ids = targetsOf(world);
  const parts = loadedConversations(world, ids).flatMap(conversation => partOf(conversation) ?? []);
  return {
    what: t`${what} of ${conversationsTitle(ids)}`,
    text: safeBlock(join([...new Set(parts)], '\n' as SafeText)),
  };
}

/** A text to show without borders. */
export interface PlainText {
  readonly title: SafeText;
  /** Its lines at this width; a long text is wrapped once for each width. */
  lines(columns: number): readonly SafeText[];
}

/** A page of such a text, over the whole screen. */
export function textPage(
  id: string,
  more: Pick<PagePart<PlainText>, 'fills' | 'keys'> & Pick<Flow<PlainText>, 'lost'> = {},
): Flow<PlainText> {
  return pageFlow<PlainText>({
    id,
    lost: t`it only showed a text`,
    title: ({ data }) => data.title,
    lines: ({ data }, columns) => data.lines(columns),
    fills: 'screen',
    ...more,
  });
}

const shownPlain = textPage('message.plain');

export const messagePlain: Action<'message.plain'> = {
  id: 'message.plain',
  title: t`Plain text of the message`,
  help: t`Fills the screen with the message’s text, without borders`,
  scope: 'conversations',
  keys: ['y p'],
  words: ['select', 'copy', 'raw'],
  unavailable: whyNoEntry,
  run: desk => withEntryText(desk, t`shown`, entry => begin(desk, shownPlain, plainText(entry))),
  flows: [shownPlain],
};

/** Over a slow link a longer text, in UTF-16 units, would keep the link busy for seconds. */
const MAX_SLOW = 2_000;

const shownCopy = textPage('copy.show', { fills: 'width' });

export const copyShow: Action<'copy.show'> = {
  id: 'copy.show',
  title: t`Show what was copied`,
  help: t`Shows the last copied text without borders, to select it`,
  keys: ['y y'],
  words: ['clipboard', 'paste'],
  unavailable: ({ copied }) => (copied === null ? t`Nothing was copied yet: y and one more key copies.` : undefined),
  run: desk => {
    const { copied } = desk.world();
    if (copied !== null) begin(desk, shownCopy, plainText(copied));
  },
  flows: [shownCopy],
};

/**
 * Copies a text: to the terminal's clipboard if that may take it, otherwise it is shown, so that the agent can select
 * it. No terminal says whether it took a text.
 */
function copyText(desk: Desk, copied: Copied): void {
  desk.set({ copied });
  const isTooLong = desk.world().link === 'slow' && copied.text.length > MAX_SLOW;
  if (isTooLong || !desk.hooks.copy(copied.text)) {
    const reason = isTooLong ? t`too long to copy over this link` : t`not copied by this terminal`;
    begin(desk, shownCopy, plainText({ ...copied, what: t`${copied.what} (${reason}): select it here` }));
    return;
  }
  const shows = t`${desk.world().keyNames['copy.show']} shows it`;
  desk.notify({ tone: 'done', text: t`Copied ${copied.what} · ${shows}`, short: t`Copied · ${shows}` });
}

/** The text as it is shown, with its kind as the title. */
export function plainText({ what, text }: Copied): PlainText {
  let wrapped: { readonly columns: number; readonly lines: readonly SafeText[] } | undefined;
  return {
    title: what,
    lines: columns => {
      if (wrapped?.columns !== columns) wrapped = { columns, lines: wrap(text, Math.max(1, columns)) };
      return wrapped.lines;
    },
  };
}
