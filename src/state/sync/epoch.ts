import { counted } from '../../text/numbers.ts';
import { join, t } from '../../text/safe.ts';
import { withoutQuotations } from '../../text/variables.ts';
import { derive } from '../changes/derive.ts';
import type { Desk } from '../desk.ts';
import { draftParts, fieldsIn, withDraftFields } from '../drafts/drafts.ts';
import { emptyDetail } from '../empty-world.ts';
import { editPending } from '../operations/edit.ts';
import { inState, madeByAgent, requestsOf } from '../operations/operation.ts';
import { IdMap } from '../world/id-map.ts';
import type { DraftKey, Drafts, World } from '../world.ts';
import { refresh } from './refresh.ts';

/** Why a change asks that was made before the help center was restored from a backup. */
export const MADE_BEFORE = t`The help center was restored from a backup since: the number may be another’s now.`;

/** How a draft begins that was written before: it cannot be sent until the agent has removed this. */
const MARK = /‹for #\d+ before the restore›\n?/;

/** Whether something of this epoch was made before the help center’s last restore. */
export function isOlder({ epoch }: Pick<World, 'epoch'>, of: string | null | undefined): boolean {
  return epoch !== undefined && (of ?? null) !== epoch;
}

/** The world in which changes ask that were made before the last restore; each asks once. */
export function askOlder(world: World): World {
  if (!world.operations.some(one => requestsOf(one).length > 0 && isOlder(world, one.epoch))) return world;
  const operations = world.operations.map(operation => {
    if (!isOlder(world, operation.epoch)) return operation;
    const [asking] = editPending([operation], one => [
      { ...inState(one, { state: 'asks', about: 'hold' }), problem: MADE_BEFORE },
    ]);
    const { epoch: _, ...rest } = asking!;
    return world.epoch ? { ...rest, epoch: world.epoch } : rest;
  });
  return derive({ ...world, operations });
}

/** The drafts with the number in the text for which they were written. */
export function markedDrafts(drafts: Drafts): Drafts {
  return withDraftFields(
    drafts,
    markable(drafts).map(([key, field, text]) => [key, field, marked(key, text)]),
  );
}

/** The texts of conversations that the help center has; recipients and files go with them. */
function markable(drafts: Drafts) {
  return fieldsIn(drafts).filter(([key, field]) => field === 'text' && draftParts(key).id > 0);
}

function marked(key: DraftKey, text: string): string {
  return MARK.test(text)
    ? text
    : `‹for #${draftParts(key).id} before the restore›${key.startsWith('title') ? ' ' : '\n'}${text}`;
}

/** The mark of a draft from before the restore; undefined without one. */
export function markIn(text: string): string | undefined {
  return MARK.exec(withoutQuotations(text))?.[0].trimEnd();
}

/**
 * The help center has said in which epoch it is. If it is another one than before, nothing that was read holds: it is read
 * again. Changes and drafts from before ask, because their numbers may be another’s now.
 */
export function meetEpoch(desk: Desk, epoch: string | null): void {
  const before = desk.world();
  if (before.epoch === epoch) return;
  const world = askOlder({ ...before, epoch });
  if (before.epoch === undefined) {
    desk.store.setState(world);
    return;
  }
  desk.cache.clear();
  const base = { ...world.base, conversations: IdMap.empty(), threads: IdMap.empty() } as World['base'];
  const drafts = markedDrafts(world.drafts);
  const [changes, texts] = [madeByAgent(world.pending).length, markable(drafts).length];
  const asking = [
    ...(changes > 0 ? [counted(changes, t`change`)] : []),
    ...(texts > 0 ? [counted(texts, t`draft`)] : []),
  ];
  const restored = t`This help center was restored from a backup.`;
  desk.store.setState({ ...world, base, drafts, overlays: [], detail: emptyDetail, lastEventId: null });
  desk.notify({
    tone: 'problem',
    text: asking.length === 0 ? restored : t`${restored} Not sent without your word: ${join(asking, t`, `)}.`,
    short: asking.length === 0 ? t`Restored from a backup` : t`Restored · ${join(asking, t`, `)} not sent`,
  });
  void refresh(desk);
}
