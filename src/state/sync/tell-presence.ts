import { attempt } from '../calls/attempt.ts';
import type { Desk } from '../desk.ts';
import { draftParts } from '../drafts/drafts.ts';
import { isFirst } from '../drafts/first-mail.ts';
import { isMailKind } from '../world/draft-kinds.ts';
import { type OpenBox, writtenBy } from '../world/open-box.ts';
import type { PendingChange, World } from '../world.ts';
import { followWorld } from './timers.ts';

/** The presence that a desk reports of its agent. */
interface Doing {
  readonly id: number;
  readonly doing: 'answers' | 'reads';
}

/** How long a conversation must be open before others see that the agent reads it, in milliseconds. */
const READS_AFTER_MS = 2_000;

/**
 * Reports to the help center which conversation the agent answers, or has open, as long as the stream of events that
 * shows others is open. Over a slow link it reports answers alone. Nothing is sent while nothing changes; a failed
 * report is not repeated. Returns a function that stops it.
 */
export function tellPresence(desk: Desk): () => void {
  let stream: string | null = null;
  let told: Doing | undefined;
  let mail: PendingChange | undefined;
  let awaited: Doing | undefined;
  const tell = (next: Doing | undefined): void => {
    const id = next?.id ?? (isTaken(desk.world(), mail) ? undefined : told?.id);
    told = next;
    mail = undefined;
    if (id !== undefined && stream !== null) void send(desk, stream, id, next?.doing);
  };
  const look = (): void => {
    const world = desk.world();
    if (world.presence.streamId !== stream) {
      stream = world.presence.streamId;
      told = undefined;
    }
    const next = stream === null ? undefined : doingIn(world);
    // Until the mail is with the help center, its agent answers.
    const onItsWay = told?.doing === 'answers' && next?.doing !== 'answers' ? mailTo(world, told.id) : undefined;
    mail = onItsWay ?? mail;
    if (onItsWay || isSame(next, awaited)) return;
    timers.clear('reads');
    awaited = next;
    if (next?.doing === 'reads') {
      if (told?.doing === 'answers') tell(undefined);
      timers.set('reads', READS_AFTER_MS, () => tell(next));
    } else if (!isSame(next, told)) tell(next);
  };
  const timers = followWorld(desk, look);
  return timers.stop;
}

function isSame(one: Doing | undefined, other: Doing | undefined): boolean {
  return one?.id === other?.id && one?.doing === other?.doing;
}

function mailTo({ pending }: World, id: number): PendingChange | undefined {
  return pending.find(({ name, args }) => name === 'message.reply' && args.ids.includes(id));
}

/**
 * Whether the help center has taken a mail that was last seen on its way. It then ends the sign by itself, but not for a
 * mail that it sends later.
 */
function isTaken({ refused }: World, mail: PendingChange | undefined): boolean {
  const isSent = mail?.state === 'sending' && !mail.isUploading && !('sendAt' in mail.args);
  return isSent && !refused.some(({ key }) => key === mail.key);
}

function doingIn({ overlays, pane, detail, link }: World): Doing | undefined {
  const box = overlays.find(isMail);
  const [id, ...others] = box?.targets ?? [];
  if (id !== undefined) return others.length > 0 || isFirst(id) ? undefined : { id, doing: 'answers' };
  if (link === 'slow' || pane !== 'detail' || detail.conversationId === null) return undefined;
  return { id: detail.conversationId, doing: 'reads' };
}

function isMail(open: OpenBox): boolean {
  const key = writtenBy(open)?.heldAs;
  return key !== undefined && isMailKind(draftParts(key).kind);
}

async function send(desk: Desk, stream: string, id: number, doing?: Doing['doing']): Promise<void> {
  await attempt(desk.client.presence.tell({ params: { conversation_id: id }, query: { stream, doing } }));
}
