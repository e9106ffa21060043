import { grouped } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import type { ChangeOutcome } from '../changes/change.ts';
import { callIds } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import { createTransferNotice } from '../notices/progress.ts';
import {
  askingNotice,
  followedNotice,
  offlineNotice,
  refusedNotice,
  takenBackNotice,
  waitingNotice,
} from '../notices/words.ts';
import { conflicting, madeByAgent } from '../operations/operation.ts';
import type { Notice, PendingChange, World } from '../world.ts';
import { conflictNotice } from './conflict-words.ts';
import type { DeliveryEvent, DeliveryListener } from './sending.ts';
import { hasWrittenWords } from './written-words.ts';

/** The line of a long change moves at most this often: every step costs the link some bytes. */
const STEP_MS = 1_000;

/** How far a change of many conversations is, in the line of the notices. */
interface Shown {
  toldAt: number;
  /** The notice before, which the agent has seen for as long as the change takes; undefined until some of it is done. */
  former?: Notice | null;
  notice?: Notice;
}

/** Shows the notices for changes on their way. */
export function tellDelivery(desk: Desk): DeliveryListener {
  const underWay = new Map<string, Shown>();
  return {
    hear: event => {
      if (event.kind === 'progress') {
        tellProgress(desk, underWay, event.change, event.done);
        return;
      }
      const shown = underWay.get(event.change.key);
      underWay.delete(event.change.key);
      const notice = noticeOf(desk, event);
      if (notice) desk.notify(notice);
      // The notice that the progress replaced is back.
      else if (event.kind !== 'waits' && shown?.notice && shown.former && desk.world().notice === null)
        desk.notify(shown.former);
    },
    uploading: () => {
      const { notice } = desk.world();
      return createTransferNotice(desk, t`Uploading`, t``, notice?.tone === 'done' ? notice : null);
    },
  };
}

/** `Archiving 1,200 of 10,000`, once the change has taken a second. A notice about anything else stays. */
function tellProgress(desk: Desk, underWay: Map<string, Shown>, change: PendingChange, done: number): void {
  const { notice } = desk.world();
  const { key, name, by } = change;
  if (done === 0) underWay.set(key, { toldAt: desk.elapsed() });
  const shown = underWay.get(key);
  if (!shown || done === 0) return;
  if (shown.former === undefined) shown.former = notice;
  const { doing } = changeOf(name)!;
  const total = callIds(change).length;
  if (!doing || by === 'desk' || done >= total || desk.elapsed() - shown.toldAt < STEP_MS) return;
  if (notice !== null && notice !== shown.former && notice !== shown.notice) return;
  shown.toldAt = desk.elapsed();
  const text = t`${doing} ${grouped(done)} of ${grouped(total)}`;
  shown.notice = { tone: 'done', text, promise: { key, state: 'sending' } };
  desk.notify(shown.notice);
}

function noticeOf(desk: Desk, event: Exclude<DeliveryEvent, { kind: 'progress' }>): Notice | null {
  const { change } = event;
  const world = desk.world();
  const { title } = changeOf(change.name)!;
  switch (event.kind) {
    case 'answered':
      return answeredNotice(desk, change, event.outcome);
    case 'reconciled': {
      const asked = conflicting(world).find(({ key }) => key === change.key);
      const counts = { total: callIds(change).length, refused: event.outcome.refused.length };
      return asked ? conflictNotice(world, asked, counts) : refusal(world, change, event.outcome);
    }
    case 'waits': {
      const count = madeByAgent(world.pending).length;
      if (!event.isFirst || change.by === 'desk') return null;
      // The footer says already that the help center does not answer.
      return world.offline ? offlineNotice(world, world.offline, count) : waitingNotice(world, count, event.problem);
    }
    case 'asks':
      return askingNotice(world, title(change.args, world), { ...event, key: change.key });
    case 'lacks':
      return { tone: 'problem', text: event.reason };
  }
}

function answeredNotice(desk: Desk, change: PendingChange, outcome: ChangeOutcome): Notice | null {
  const world = desk.world();
  const { restores, title } = changeOf(change.name)!;
  const refused = refusal(world, change, outcome);
  if (refused) return refused;
  if (restores) {
    const ids = [...(world.notice?.takenBack ?? []), ...callIds(change)];
    return takenBackNotice(world, ids, title(change.args, world));
  }
  if (outcome.madeId !== undefined) {
    const { text, short } = title(change.args, world);
    return { tone: 'done', text: t`${text}: #${outcome.madeId}`, short: t`${short}: #${outcome.madeId}` };
  }
  return change.followed ? followedNotice(title(change.args, world), change.followed) : null;
}

function refusal(world: World, change: PendingChange, { refused }: ChangeOutcome): Notice | null {
  if (refused.length === 0 || change.by === 'desk') return null;
  const counts = { key: change.key, total: callIds(change).length, refused };
  return refusedNotice(world, changeOf(change.name)!, { ...counts, isDraft: hasWrittenWords(change) });
}
