import { createKeptDesk, type KeptDesk } from '../../../src/cli/kept/desk.ts';
import { setTimer } from '../../../src/cli/timer.ts';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { draftKey, draftParts } from '../../../src/state/drafts/drafts.ts';
import { loadCaller } from '../../../src/state/sync/places.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { keyNames } from '../../harness/key-names.ts';

/** What a desk holds when it is asked. */
export interface Held {
  readonly pending: readonly { readonly key: string; readonly name: string; readonly state: string }[];
  /** Of notes, by conversation id. */
  readonly drafts: readonly (readonly [number, string])[];
  readonly notice: string | null;
  readonly keptElsewhere: readonly { kind: string; whose: string; changes: number; drafts: number }[];
}

/** The clocks of a desk, if they are not this process's own. */
export type Clocks = Pick<Parameters<typeof createDesk>[0], 'now' | 'elapsed' | 'uptime' | 'setTimer'>;

const OWN_CLOCKS: Clocks = { now: Date.now, elapsed: () => performance.now(), setTimer };

/** A desk without a screen that keeps its state under `parent`; `repeat` decides when its heart beats. */
export function makeKeptDesk(
  { parent, url, token }: { readonly parent: string; readonly url: string; readonly token: string },
  repeat: (run: () => void, ms: number) => void,
  clocks: Clocks = OWN_CLOCKS,
): { readonly desk: Desk; readonly kept: KeptDesk; readonly begun: Promise<void> } {
  const kept = createKeptDesk({
    parent,
    center: url,
    token,
    agent: null,
    now: clocks.now,
    repeat,
    isEditing: () => false,
    desk: () => desk,
  });
  const desk: Desk = createDesk({
    keyNames,
    client: createClient({ baseUrl: url, token: () => token, fetch: request => fetch(request) }),
    center: safeLine('help center'),
    ...clocks,
    newKey: () => crypto.randomUUID(),
    storage: kept.storage,
    hooks: kept.hooks,
  });
  const begun = kept.begin();
  void loadCaller(desk);
  return { desk, kept, begun };
}

/** Writes on a note, as its box does. */
export function writeNote(desk: Desk, id: number, text: string): void {
  desk.set({ drafts: new Map([...desk.world().drafts, [draftKey('note', id), { text }] as const]) });
}

/** What it holds now, as plain data. */
export function heldBy(desk: Desk): Held {
  const { pending, drafts, notice, keptElsewhere } = desk.world();
  return {
    pending: pending.map(({ key, name, state }) => ({ key, name, state })),
    drafts: [...drafts].map(([key, { text = '' }]) => [draftParts(key).id, text] as const),
    notice: notice?.text ?? null,
    keptElsewhere,
  };
}
