import type { Action } from '../../keys/action.ts';
import { begin, closeBox } from '../../keys/flow.ts';
import { say } from '../../keys/overlay.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { type AskedText, HTML_TEXT, readAskedText, SOURCE } from '../../state/sync/asked-text.ts';
import type { Message, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { plainText, textPage } from '../conversation/copy.ts';
import { shownEntry } from '../conversation/read-whole.ts';
import { whyNoneOpen } from '../conversation/targets.ts';

/** An action that shows a text of the selected message; its key also closes the page. */
function textAction<Id extends string>(
  asked: AskedText,
  more: Pick<Action<Id>, 'id' | 'title' | 'help' | 'words'> & {
    readonly key?: string;
    readonly whyNot?: (world: World) => SafeText | undefined;
  },
): Action<Id> {
  const { key, whyNot, ...action } = more;
  const page = textPage(action.id, {
    lost: t`the ${asked.noun} of a message is not kept`,
    ...(key && { keys: [{ key, run: (desk, { open }) => closeBox(desk, open) }] }),
  });
  return {
    ...action,
    scope: 'detail',
    ...(key && { keys: [key] }),
    needsServer: true,
    unavailable: world => {
      const entry = shownEntry(world);
      if (!entry) return whyNoneOpen(world) ?? t`There is no message here.`;
      if ('details' in entry) return t`A note has no ${asked.noun}.`;
      if (entry.id < 0) return t`The message is not sent yet.`;
      return whyNot?.(world) ?? whyLacking(world, asked.offer);
    },
    run: desk => {
      const entry = shownEntry(desk.world());
      if (entry && !('details' in entry)) void show(desk, asked, page, entry);
    },
    flows: [page],
  };
}

export const messageHtml = textAction(HTML_TEXT, {
  id: 'message.html',
  title: t`Show the text of the HTML`,
  help: t`Shows the words of the message’s HTML, and hides them`,
  key: '&',
  words: ['html', 'plain', 'empty'],
});

export const messageSource = textAction(SOURCE, {
  id: 'message.source',
  title: t`Show the source of the mail`,
  help: t`Shows the mail as it came, with all its headers`,
  words: ['raw', 'headers', 'original', 'html', 'received'],
  whyNot: ({ me }) =>
    me?.role === 'agent' ? t`Only admins may read the source of a mail. Ask one of them.` : undefined,
});

async function show(desk: Desk, asked: AskedText, page: ReturnType<typeof textPage>, message: Message): Promise<void> {
  const { noun } = asked;
  say(desk, t`Reading the ${noun}…`, 'done');
  const told = desk.world().notice;
  const text = await readAskedText(desk, asked, message);
  if (desk.world().notice === told) desk.set({ notice: null });
  const { detail, overlays } = desk.world();
  // The agent has moved on meanwhile, so a page would come as a surprise.
  if (text === undefined || detail.conversationId !== message.conversation_id || overlays.length > 0) return;
  if (text === null) return say(desk, t`This message has no ${noun}.`);
  if (typeof text === 'object') return say(desk, text.problem);
  if (text.trim() === '') return say(desk, t`The ${noun} of this message has no text.`);
  const what = t`The ${noun} of the message of ${message.author?.name || t`an unknown sender`}`;
  begin(desk, page, plainText({ what, text }));
}
