import type { Desk } from '../../state/context.ts';
import type { Kept } from '../../state/kept.ts';
import { countedKept } from '../../state/kept-elsewhere.ts';
import { surrender } from '../../state/outbox/adopt.ts';
import { keep } from '../../state/outbox/storage.ts';
import { isCallerKnown, onceCallerKnown } from '../../state/sync/caller.ts';
import { loadCaller } from '../../state/sync/places.ts';
import { join, safeLine, t } from '../../text/safe.ts';
import { setTimer } from '../timer.ts';
import { createDeskFolder, deskPrefix } from './desk-folder.ts';
import { type FileStorage, fileStorage } from './file-storage.ts';
import { createInheritance, HEARTBEAT_MS, type Inheritance, takenNotice } from './inherit.ts';
import { type Caller, type KeptAgent, ownerOf } from './owner.ts';

interface KeptDeskOptions {
  /** The parent folder for the state of desks. */
  readonly parent: string;
  /** The help center: its address, or its database. */
  readonly center: string;
  readonly token: string;
  /** The agent of an embedded one; any other help center says it. */
  readonly agent: KeptAgent | null;
  readonly now: () => number;
  /** Runs a function at an interval, in milliseconds, without keeping the process alive. */
  readonly repeat: (run: () => void, ms: number) => void;
  readonly isEditing: () => boolean;
  readonly desk: () => Desk;
}

/** The desk's state on the disk, and what it takes over from ended desks of the same agent. */
export interface KeptDesk {
  readonly storage: FileStorage;
  /** Takes over what ended desks left, as soon as the agent is known; resolves after the first time. */
  begin(): Promise<void>;
  /** Takes over drafts and changes of an earlier version that did not record their agent. */
  claim(): void;
}

/** Makes it. Nothing is read or written before `begin` or the first change. */
export function createKeptDesk(options: KeptDeskOptions): KeptDesk {
  const { parent, center, token, now, desk } = options;
  const prefix = deskPrefix(center);
  const folder = createDeskFolder(parent, prefix);
  let caller: Caller = { agent: options.agent, token };
  let inheritance: Inheritance | undefined;
  const onProblem = (reason: string) =>
    void setTimer(() => desk().notify({ tone: 'problem', text: safeLine(reason) }), 0);
  const storage = fileStorage({
    folder,
    owner: ownerOf(caller),
    now,
    onProblem,
    onTaken: saved => letGo(desk(), storage, saved),
  });
  const known = (): void => {
    caller = { agent: options.agent ?? desk().world().me, token };
    storage.belongsTo(ownerOf(caller));
    keep(storage, desk().world());
    const { isEditing } = options;
    const isAlone = options.agent !== null;
    inheritance = createInheritance({ desk: desk(), folder, storage, prefix, caller, isAlone, isEditing, onProblem });
    inheritance.look();
    tellOthers(desk());
  };
  return {
    storage,
    begin: () => {
      const ask = askerOf(desk());
      options.repeat(() => {
        ask();
        lookAround(desk(), storage, inheritance);
      }, HEARTBEAT_MS);
      return new Promise(resolve => {
        const first = () => {
          known();
          resolve();
        };
        if (options.agent) first();
        else onceCallerKnown(desk(), first);
      });
    },
    claim: () => inheritance?.claim(),
  };
}

/** Nothing is taken over until the agent is known; the first question may fail. */
function askerOf(desk: Desk): () => void {
  let isAsking = false;
  return () => {
    if (isAsking || isCallerKnown(desk)) return;
    isAsking = true;
    void loadCaller(desk).finally(() => {
      isAsking = false;
    });
  };
}

function lookAround(desk: Desk, storage: FileStorage, inheritance: Inheritance | undefined): void {
  storage.beat();
  const came = inheritance?.look();
  if (!came || came.changes + came.drafts === 0) return;
  desk.notify({ tone: 'done', text: t`Taken over from another desk of yours: ${countedKept(came)}.` });
}

/** Another desk has taken over what was saved last: it sends that, and this one keeps only later changes. */
function letGo(desk: Desk, storage: FileStorage, saved: Kept): void {
  desk.store.setState(surrender(desk.world(), saved), true);
  const notice = takenNotice(saved);
  if (notice) desk.notify(notice);
  keep(storage, desk.world());
}

/** Names both: the owner, and the present agent. */
function tellOthers(desk: Desk): void {
  const { keptElsewhere, me } = desk.world();
  const strange = keptElsewhere.filter(({ kind }) => kind !== 'open');
  if (strange.length === 0) return;
  const isOne = strange.reduce((sum, { changes, drafts }) => sum + changes + drafts, 0) === 1;
  const parts = strange.map(kept => t`${countedKept(kept)} of ${kept.whose}`);
  const who = me ? me.name : t`no agent, but an API key`;
  desk.notify({
    tone: 'problem',
    text: t`${join(parts, t`, `)} ${isOne ? t`waits` : t`wait`} here; you are ${who} · go shows more`,
  });
}
