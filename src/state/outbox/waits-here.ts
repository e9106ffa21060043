import { type SafeText, t } from '../../text/safe.ts';
import { allIdsOf } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import { narrowed } from '../operations/operation.ts';
import type { PendingChange, World } from '../world.ts';

import { behindQuestions } from './turns.ts';
import { titleOf } from './withdraw.ts';

/** `Replied to #26: asks · go`: the first change of a conversation that waits for the agent's answer, and how many do. */
export function waitsHere(world: World, id: number): SafeText | undefined {
  const isHere = (entry: PendingChange): boolean => allIdsOf(changeOf(entry.name)!, entry).includes(id);
  const asks = world.pending.filter(entry => entry.state === 'asks' && isHere(entry));
  const behind = asks.length > 0 ? behindQuestions(world.pending).filter(isHere) : [];
  const [first] = asks;
  if (first === undefined) return undefined;
  const title = titleOf(changeOf(first.name)!.allIds ? first : narrowed(first, [id]), world);
  return t`${title}: asks${behind.length > 0 ? t`, ${behind.length} more behind it` : t``} · ${world.keyNames.activity}`;
}
