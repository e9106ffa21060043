import type { Traffic } from '../state/context.ts';
import type { Wire } from '../state/link.ts';
import { titleOf, whyNotWithdrawn, withdraw } from '../state/withdraw.ts';
import type { PendingChange, World } from '../state/world.ts';
import { counted, grouped } from '../text/numbers.ts';
import { join, type SafeText, safeLine, t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { digitSign } from './digit-sign.ts';
import { closeOverlay, openOverlay, openPicker } from './overlay.ts';

/** What was known when the place was opened: drawn live, each frame would change the figures that it shows. */
interface Snapshot {
  readonly atMs: number;
  readonly link: World['link'];
  readonly wire: Wire;
  readonly traffic: Traffic | undefined;
}

const ID = 'activity';
const KEYS = ['g', 'o'];

export const activity: Action = {
  id: ID,
  title: t`Outbox and activity`,
  help: t`Shows what waits to be sent, what the keys cost on the wire, and how the link is; Enter takes a change back.`,
  scope: 'everywhere',
  keys: [KEYS.join(' ')],
  run: desk => {
    const { link, wire } = desk.world();
    const data: Snapshot = { atMs: desk.now(), link, wire, traffic: desk.traffic?.() };
    openOverlay(desk, { kind: 'sheet', actionId: ID, top: 0, data });
  },
  sheet: {
    title: () => t`Outbox and activity`,
    lines: (world, { data }) => {
      const seen = data as Snapshot;
      return [...linkLines(seen), t``, ...outboxLines(world, seen)];
    },
    foot: ({ pending }) => (pending.length > 0 ? t`j k scroll · Enter takes one back · Esc back` : undefined),
    enter: (desk, { data }) => {
      if (desk.world().pending.length > 0) openPicker(desk, ID, false, data);
    },
  },
  picker: {
    title: () => t`Take which change back?`,
    hasFilter: false,
    verb: t`takes it back`,
    options: (world, { data }) =>
      world.pending.map((change, index) => ({
        id: change.key,
        label: titleOf(change, world),
        sign: digitSign(index),
        detail: whyNotWithdrawn(world, change.key) === undefined ? stateOf(change, data as Snapshot) : t`on its way`,
      })),
    take: (desk, _, { id }) => {
      closeOverlay(desk);
      withdraw(desk, id);
    },
    empty: () => t`Nothing waits.`,
  },
};

/** `302 ms`, or that nothing has told it yet. */
const roundTripOf = ({ roundTripMs }: Wire): SafeText =>
  roundTripMs === undefined ? t`not measured` : t`${Math.round(roundTripMs)} ms`;

const rateOf = ({ bytesPerSecond }: Wire): SafeText =>
  bytesPerSecond === undefined ? t`not measured` : t`${grouped(bytesPerSecond)} bytes a second`;

function linkLines({ link, wire, traffic }: Snapshot): readonly SafeText[] {
  const why = wire.setting === 'auto' ? t`as measured` : t`as asked for by --link or the settings`;
  const lines = [
    t`Link         ${safeLine(link)}, ${why}`,
    t`Round trip   ${roundTripOf(wire)}`,
    t`Rate         ${rateOf(wire)}`,
  ];
  if (!traffic) return lines;
  return [
    ...lines,
    t``,
    t`Last key     ${lastKeysOf(traffic)}`,
    t`Last minute  ${grouped(traffic.lastMinuteBytes)} bytes`,
    t`Since start  ${grouped(traffic.totalBytes)} bytes in ${grouped(traffic.frames)} frames`,
  ];
}

/** The newest first, without those that opened this place. What follows a key until the next is counted to it. */
function lastKeysOf({ keys }: Traffic): SafeText {
  const before = keys.filter((_, index) => !isOpening(keys, index));
  const shown = before.slice(-5).reverse();
  if (shown.length === 0) return t`none yet`;
  return join(
    shown.map(({ names, bytes }) => t`${labelOf(names)} ${grouped(bytes)}`),
    t` · `,
  );
}

const isOpening = (keys: Traffic['keys'], index: number): boolean => {
  const tail = keys.slice(index).flatMap(({ names }) => names);
  return tail.length > 0 && tail.length <= KEYS.length && KEYS.slice(-tail.length).join() === tail.join();
};

const labelOf = (names: readonly string[]): SafeText =>
  names.length === 1 ? safeLine(names[0]!) : t`${names.length} keys`;

function outboxLines(world: World, seen: Snapshot): readonly SafeText[] {
  const { pending } = world;
  if (pending.length === 0) return [t`Outbox       nothing waits to be sent`];
  return [
    t`Outbox       ${counted(pending.length, t`change`)}`,
    ...pending.flatMap(change => [
      t`  ${titleOf(change, world)} · ${stateOf(change, seen)}`,
      ...(change.problem === null ? [] : [t`    ${change.problem}`]),
    ]),
  ];
}

/** `waits, 12 s old`; a held one says when it goes. Of the moment when the place was opened. */
function stateOf({ state, at, heldUntil }: PendingChange, { atMs }: Snapshot): SafeText {
  if (state === 'held' && heldUntil !== undefined) return t`held, goes out in ${durationOf(heldUntil - atMs)}`;
  return t`${state === 'sending' ? t`on its way` : t`waits`}, ${durationOf(atMs - at)} old`;
}

function durationOf(ms: number): SafeText {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return t`${seconds} s`;
  return seconds < 7_200 ? t`${Math.round(seconds / 60)} min` : t`${Math.round(seconds / 3_600)} h`;
}
