import type { Action } from '../../keys/action.ts';
import { begin, closeBox } from '../../keys/flow.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { whyLacking } from '../../state/offers.ts';
import { readHtmlText } from '../../state/sync/html-text.ts';
import type { Message } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { plainText, textPage } from '../conversation/copy.ts';
import { shownEntry } from '../conversation/read-whole.ts';
import { whyNoneOpen } from '../conversation/targets.ts';

const KEY = '&';

const htmlText = textPage('message.html', {
  lost: t`the text of HTML is not kept`,
  keys: [{ key: KEY, run: (desk, { open }) => closeBox(desk, open) }],
});

export const messageHtml: Action<'message.html'> = {
  id: 'message.html',
  title: t`Show the text of the HTML`,
  help: t`Shows the words of the message’s HTML, and hides them`,
  scope: 'detail',
  keys: [KEY],
  words: ['html', 'source', 'plain', 'empty'],
  needsServer: true,
  unavailable: world => {
    const entry = shownEntry(world);
    if (!entry) return whyNoneOpen(world) ?? t`There is no message here.`;
    if ('details' in entry) return t`A note has no HTML.`;
    return entry.id < 0 ? t`The message is not sent yet.` : whyLacking(world, 'htmlText');
  },
  run: desk => {
    const entry = shownEntry(desk.world());
    if (entry && !('details' in entry)) void show(desk, entry);
  },
  flows: [htmlText],
};

async function show(desk: Desk, message: Message): Promise<void> {
  say(desk, t`Reading the HTML…`, 'done');
  const told = desk.world().notice;
  const text = await readHtmlText(desk, message);
  if (desk.world().notice === told) desk.set({ notice: null });
  const { detail, overlays } = desk.world();
  // The agent has moved on meanwhile, so a page would come as a surprise.
  if (text === undefined || detail.conversationId !== message.conversation_id || overlays.length > 0) return;
  if (text === null) return say(desk, t`This message has no HTML.`);
  if (typeof text === 'object') return say(desk, text.problem);
  if (text.trim() === '') return say(desk, t`The HTML of this message has no text.`);
  const what = t`The HTML of the message of ${message.author?.name || t`an unknown sender`}`;
  begin(desk, htmlText, plainText({ what, text }));
}
