import type { Desk } from '../../state/desk.ts';
import { draftParts } from '../../state/drafts/drafts.ts';
import { conversationNumber } from '../../state/words/names.ts';
import {
  type DraftElsewhere,
  type KeptElsewhere,
  type SentElsewhere,
  whereAndWhen,
} from '../../state/world/elsewhere.ts';
import type { DraftKey } from '../../state/world.ts';
import { safeBlock, safeLine, t } from '../../text/safe.ts';
import type { FileStorage } from './file-storage.ts';
import { draftsIn, type OtherDesk } from './others.ts';
import { type DeskUser, ownerKind } from './owner.ts';
import { sentOf } from './sent.ts';
import { byOwner, type StateSource, whoseOf } from './sources.ts';

interface Tidings {
  readonly desk: Desk;
  readonly storage: FileStorage;
  readonly caller: DeskUser;
  readonly others: { readonly desks: readonly OtherDesk[]; readonly sources: readonly StateSource[] };
  readonly hasEnded: (desk: OtherDesk) => boolean;
}

/**
 * Puts the state of other desks into the world: for `go`, for the boxes in which the agent writes, and for the drafts.
 */
export function showOtherDesks(tidings: Tidings): void {
  const { desk } = tidings;
  const { keptElsewhere, draftsElsewhere, sentElsewhere } = desk.world();
  const kept = keptOutside(tidings);
  const drafts = draftsOutside(tidings);
  const sent = sentOutside(tidings);
  desk.set({
    ...(isAlike(kept, keptElsewhere) ? {} : { keptElsewhere: kept }),
    ...(isAlike([...drafts], [...draftsElsewhere]) ? {} : { draftsElsewhere: drafts }),
    ...(isAlike([...sent], [...sentElsewhere]) ? {} : { sentElsewhere: sent }),
  });
  const [fresh] = [...sent].filter(([key]) => !sentElsewhere.has(key));
  if (fresh) tellSent(desk, ...fresh);
}

function tellSent(desk: Desk, key: DraftKey, { terminal, at }: SentElsewhere): void {
  const { kind, id } = draftParts(key);
  const where = whereAndWhen(terminal, at, desk.now());
  desk.notify({
    tone: 'problem',
    text: t`The ${safeLine(kind)} of ${conversationNumber(id)} was sent from your other desk (${where}). The draft here stays.`,
    short: t`${conversationNumber(id)}: sent elsewhere (${where})`,
  });
}

function isAlike(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function keptOutside({ desk, caller, others }: Tidings): readonly KeptElsewhere[] {
  const world = desk.world();
  const mine = others.sources.filter(({ owner }) => ownerKind(owner, caller) === 'mine');
  const open = [...others.desks, ...mine].filter(({ changes, drafts }) => changes + drafts > 0);
  const strange = others.sources.filter(source => !mine.includes(source));
  return [
    ...open.map(({ changes, drafts }) => ({
      kind: 'open' as const,
      whose: safeLine(caller.agent?.name ?? ''),
      changes,
      drafts,
    })),
    ...byOwner(strange).map(({ owner, changes, drafts }) => ({
      kind: ownerKind(owner, caller) as 'other' | 'unsigned',
      whose: whoseOf(owner, world),
      changes,
      drafts,
    })),
  ];
}

/** Of several desks that write on the same conversation, the one that began first. */
function draftsOutside({ storage, others, hasEnded }: Tidings): ReadonlyMap<DraftKey, DraftElsewhere> {
  const living = new Set(others.desks.filter(desk => !hasEnded(desk)).map(({ id }) => id));
  if (living.size === 0) return new Map();
  const drafts = storage.file().read(sql => draftsIn(sql, storage.deskId() ?? '')) ?? [];
  const written = drafts.filter(({ desk }) => living.has(desk));
  const whole = Map.groupBy(written, ({ desk, key }) => `${desk} ${key}`);
  return new Map(
    [...whole.values()].reverse().map(rows => {
      const { key, terminal, begunAt } = rows[0]!;
      const fields = Object.fromEntries(rows.map(({ field, text }) => [field, safeBlock(text)]));
      return [key, { fields, terminal: safeLine(terminal), begunAt }];
    }),
  );
}

function sentOutside({ storage }: Tidings): ReadonlyMap<DraftKey, SentElsewhere> {
  const id = storage.deskId();
  const sent = id === undefined ? undefined : storage.file().read(sql => sentOf(sql, id));
  return new Map([...(sent ?? [])].map(([key, { terminal, at }]) => [key, { terminal: safeLine(terminal), at }]));
}
