import { type SafeText, t } from '../../text/safe.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../context.ts';
import type { PendingChange } from '../world.ts';
import { askingNotice, overdueNotice } from './notices.ts';

const HELD_TOO_LONG = t`It was held while the desk or the machine slept.`;

/** Changes what is noted of a pending change. */
export function update(desk: Desk, key: string, part: Partial<PendingChange>): void {
  desk.set({
    pending: desk.world().pending.map(change => (change.key === key ? { ...change, ...part } : change)),
  });
}

/** Nobody knows whether the agent still wants what was held for seconds, long ago. */
export function askHeld(desk: Desk, { key, name, args }: PendingChange): void {
  update(desk, key, { state: 'asks', heldUntil: undefined, problem: HELD_TOO_LONG });
  desk.notify(overdueNotice(changeOf(name)!.title(args as never, desk.world()), HELD_TOO_LONG, key));
}

/** It is unknown whether a change was carried out. */
export function ask(desk: Desk, entry: PendingChange, problem: SafeText): void {
  update(desk, entry.key, { state: 'asks', problem, isUnsure: true });
  desk.notify(askingNotice(changeOf(entry.name)!.title(entry.args as never, desk.world()), problem, entry.key));
}
