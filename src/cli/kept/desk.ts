import type { Desk } from '../../state/desk.ts';
import type { Host } from '../../state/host.ts';
import type { SavedState } from '../../state/kept/storage.ts';
import { surrender } from '../../state/outbox/adopt.ts';
import { keep } from '../../state/outbox/storage.ts';
import { isCallerKnown, loadCaller, onceCallerKnown } from '../../state/sync/places.ts';
import { countedKept } from '../../state/world/elsewhere.ts';
import type { DraftKey, Notice } from '../../state/world.ts';
import { join, safeLine, t } from '../../text/safe.ts';
import { setTimer } from '../timer.ts';
import { type FileStorage, fileStorage } from './file-storage.ts';
import { createInheritance, type Inheritance } from './inherit.ts';
import { createKeptFile, fileProblem } from './kept-file.ts';
import { deskPrefix, keptPath } from './names.ts';
import { agentByToken, otherFiles, tokenHash } from './others.ts';
import { type DeskUser, type KeptAgent, type Owner, ownerOf } from './owner.ts';
import { createPulses } from './pulses.ts';
import { forgetSent } from './sent.ts';
import { countKept } from './sources.ts';

/** How often a desk checks the others and shows that it lives. */
const HEARTBEAT_MS = 10_000;

/** After a save that failed, the next try comes sooner than the next heartbeat: most often another desk was writing. */
const RETRY_MS = 1_000;

interface KeptDeskOptions {
  /** The parent folder for the state of desks. */
  readonly parent: string;
  /** The help center: its address, or its database. */
  readonly center: string;
  readonly token: string;
  /** The agent of an embedded one; any other help center says it. */
  readonly agent: KeptAgent | null;
  /** The agent who signed in with the token, if that is saved. */
  readonly signedInAs?: KeptAgent | null | undefined;
  readonly now: () => number;
  /** Runs a function at an interval, in milliseconds, without keeping the process alive. */
  readonly repeat: (run: () => void, ms: number) => void;
  readonly isEditing: () => boolean;
  readonly desk: () => Desk;
}

/** The desk's state on the disk, and the state that it takes over from ended desks of the same agent. */
export interface KeptDesk {
  readonly storage: FileStorage;
  /** The agent, as far as this machine knows. */
  readonly likely: DeskUser;
  /**
   * Takes over the state of ended desks, as soon as the agent is known; resolves after the first time. `isReadOnly`: it
   * only shows that it lives.
   */
  begin(isReadOnly?: boolean): Promise<void>;
  /** This token was not used here before, but another one was: the agent may be the same. */
  readonly isStrange: boolean;
  /**
   * The place of the agent's last desk, for this one alone; undefined if there is none, or if this token has not been
   * used here before.
   */
  takePlace(): unknown;
  /** The same agent goes on with another token. */
  renewToken(token: string): void;
  /** The hooks for actions. */
  readonly hooks: Required<Pick<Host, 'claimKept' | 'lookAround' | 'forgetSent'>>;
}

/** Makes it. Nothing is taken over or written before `begin` or the first change. */
export function createKeptDesk(options: KeptDeskOptions): KeptDesk {
  const { parent, center, token, now, desk } = options;
  const prefix = deskPrefix(center);
  const agent = options.agent ?? agentByToken(parent, prefix, token) ?? options.signedInAs ?? null;
  const likely: DeskUser = { agent, token };
  let inheritance: Inheritance | undefined;
  // After the notice of the change that is being saved.
  const notifyLater = (notice: Notice) => void setTimer(() => desk().notify(notice), 0);
  const onProblem = (reason: string) => notifyLater({ tone: 'problem', text: safeLine(reason) });
  const storage = fileStorage({
    openFile: (owner: Owner) =>
      createKeptFile({
        path: keptPath(parent, prefix, owner),
        now,
        onDamage: aside => onProblem(`The file of drafts and unsent changes is damaged. It is kept as ${aside}.`),
      }),
    owner: ownerOf(likely, prefix),
    tokenHash: tokenHash(prefix, token),
    now,
    onProblem: reason => {
      onProblem(reason);
      setTimer(storage.beat, RETRY_MS);
    },
    onKeptAgain: () => notifyLater({ tone: 'done', text: t`Drafts and unsent changes are kept again.` }),
    onTaken: saved => letGo(desk(), saved),
  });
  const belongTo = (token: string): DeskUser => {
    const caller = { agent: options.agent ?? desk().world().me, token };
    storage.belongsTo(ownerOf(caller, prefix), tokenHash(prefix, token));
    keep(storage, desk().world());
    return caller;
  };
  const known = (): void => {
    const caller = belongTo(token);
    const { isEditing } = options;
    inheritance = createInheritance({ desk: desk(), storage, parent, prefix, caller, isEditing, onProblem });
    orProblem(() => inheritance?.look(true), onProblem);
    tellOthers(desk());
  };
  return {
    storage,
    likely,
    begin: (isReadOnly = false) => {
      const ask = askerOf(desk());
      options.repeat(() => {
        storage.beat();
        if (isReadOnly) return;
        ask();
        // That something is not saved is the greater problem: its notice stays.
        orProblem(
          () => lookAround(desk(), inheritance),
          reason => storage.isKept() && onProblem(reason),
        );
      }, HEARTBEAT_MS);
      if (isReadOnly) return Promise.resolve();
      return new Promise(resolve => {
        const first = () => {
          known();
          resolve();
        };
        // Only then it is known, too, whether the help center was restored since.
        onceCallerKnown(desk(), first);
      });
    },
    renewToken: next => void belongTo(next),
    isStrange: likely.agent === null && otherFiles(parent, prefix, storage.file().path).length > 0,
    takePlace: () => storage.takePlace(createPulses().hasEnded),
    hooks: {
      claimKept: () => orProblem(() => inheritance?.claim(), onProblem),
      lookAround: () => orProblem(() => inheritance?.look(false), onProblem),
      forgetSent: key => orProblem(() => forget(desk(), storage, key), onProblem),
    },
  };
}

function orProblem(run: () => void, onProblem: (reason: string) => void): void {
  try {
    run();
  } catch (error) {
    onProblem(`What other desks of yours keep cannot be read: ${fileProblem(error)}.`);
  }
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

function lookAround(desk: Desk, inheritance: Inheritance | undefined): void {
  const came = inheritance?.look(true);
  if (!came || came.changes + came.drafts === 0) return;
  desk.notify({ tone: 'done', text: t`Taken over from another desk of yours: ${countedKept(came)}.` });
}

function forget(desk: Desk, storage: FileStorage, key: DraftKey): void {
  const sentElsewhere = new Map(desk.world().sentElsewhere);
  sentElsewhere.delete(key);
  desk.set({ sentElsewhere });
  const id = storage.deskId();
  if (id !== undefined) storage.file().transact(sql => forgetSent(sql, id, key));
}

/** Another desk has taken over the last saved state: it sends that, and this one keeps only later changes. */
function letGo(desk: Desk, saved: SavedState): void {
  desk.store.setState(surrender(desk.world(), saved));
  const { changes, drafts } = countKept([saved]);
  if (changes + drafts > 0) {
    const text = t`This desk was stopped for a while: another desk of yours took over its drafts and changes.`;
    desk.notify({ tone: 'problem', text });
  }
}

/** Names both: the owner, and the present agent. */
function tellOthers(desk: Desk): void {
  const { keptElsewhere, keyNames, me } = desk.world();
  const strange = keptElsewhere.filter(({ kind }) => kind !== 'open');
  if (strange.length === 0) return;
  const isOne = strange.reduce((sum, { changes, drafts }) => sum + changes + drafts, 0) === 1;
  const parts = strange.map(kept => t`${countedKept(kept)} of ${kept.whose}`);
  const who = me ? me.name : t`no agent, but an API key`;
  desk.notify({
    tone: 'problem',
    text: t`${join(parts, t`, `)} ${isOne ? t`waits` : t`wait`} here; you are ${who} · ${keyNames.activity} shows more`,
  });
}
