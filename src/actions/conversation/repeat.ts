import type { Action } from '../../keys/action.ts';
import type { OwnCall } from '../../state/change.ts';
import { changeOf } from '../../state/changes/list.ts';
import { targetsOf } from '../../state/list/marks.ts';
import type { ChangeCall, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { whyNoTarget } from './targets.ts';

export const repeat: Action<'repeat'> = {
  id: 'repeat',
  title: t`Repeat`,
  help: t`Repeats your last change here`,
  scope: 'conversations',
  keys: ['.'],
  writes: true,
  unavailable: world =>
    whyNoTarget(world) ??
    (lastCalls(world).length === 0
      ? t`Nothing to repeat: a note, a merge or a title belongs to its conversation.`
      : undefined),
  run: desk => {
    const ids = targetsOf(desk.world());
    for (const { name, args } of lastCalls(desk.world())) {
      desk.commit(name, { ...(args as object), ids } as never);
    }
  },
};

function lastCalls({ journal }: World): readonly OwnCall[] {
  const calls = journal.undo.at(-1)?.forward ?? [];
  return calls.every(isRepeatable) ? calls : [];
}

function isRepeatable(call: ChangeCall): call is OwnCall {
  return changeOf(call.name)?.isRepeatable === true;
}
