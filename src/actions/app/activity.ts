import { act } from '../../keys/act.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { pageFlow } from '../../keys/one-box.ts';
import type { BoxView } from '../../keys/view.ts';
import type { Desk } from '../../state/desk.ts';
import type { CenterTraffic, Traffic } from '../../state/host.ts';
import { entryWords, stateWords } from '../../state/journal/words.ts';
import { journalOf, madeByAgent } from '../../state/operations/operation.ts';
import { dismiss, sendAgain } from '../../state/outbox/decide.ts';
import { otherTimeWords } from '../../state/sync/take-time.ts';
import { describeKept } from '../../state/world/elsewhere.ts';
import type { Wire } from '../../state/world/link.ts';
import type { Offline, World } from '../../state/world.ts';
import { saidFileName } from '../../text/file-name.ts';
import { grouped } from '../../text/numbers.ts';
import { stamp } from '../../text/relative-time.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { openRefused } from '../go/decide.ts';
import { journal } from './journal.ts';
import { asks, isAsking, isOpenInOutbox, openLines, outboxFoot, outboxLines } from './outbox-lines.ts';
import { openHeldAsk, outboxFlow } from './outbox-picker.ts';

/**
 * The figures of the moment when the place was opened: drawn live, each frame would change the figures that it shows.
 */
interface Snapshot {
  readonly atMs: number;
  readonly link: World['link'];
  readonly wire: Wire;
  readonly offline: Offline | null;
  readonly traffic: Traffic | undefined;
  readonly centerTraffic: CenterTraffic | undefined;
}

const KEYS = ['g', 'o'];
/** The entries of the journal that are shown. */
const MAX_DONE = 6;

const activityPage = pageFlow<undefined, Snapshot>({
  id: 'activity',
  title: () => t`Outbox and activity`,
  load: (desk, _view, show) => show(snapshotOf(desk)),
  lines: ({ world, extra }, columns) => (extra ? linesOf(world, extra) : []).flatMap(line => wrap(line, columns - 1)),
  foot: ({ world }) => outboxFoot(world),
  keys: [
    { key: 'enter', run: decide },
    { key: 's', run: desk => sendAgain(desk, desk.world().pending.filter(isAsking).map(changeKey)) },
    { key: 'd', run: desk => dismiss(desk, desk.world().refused.map(changeKey)) },
  ],
});

export const activity: Action<'activity'> = {
  id: 'activity',
  title: t`Outbox and activity`,
  help: t`Shows unsent and refused changes, and the state of the link`,
  keys: [KEYS.join(' ')],
  words: ['unsent', 'log', 'network'],
  run: desk => begin(desk, activityPage),
  flows: [activityPage, outboxFlow],
};

function linesOf(world: World, seen: Snapshot): readonly SafeText[] {
  const own = [...openLines(world, seen.atMs), ...outboxLines(world, seen.atMs), ...elsewhereLines(world)];
  const done = doneLines(world, seen.atMs);
  return [...own, ...done, ...savingLines(world), t``, ...linkLines(world, seen), ...centerLines(seen)];
}

function decide(desk: Desk, { extra }: BoxView<undefined, Snapshot>): void {
  const { atMs } = extra ?? snapshotOf(desk);
  const { pending, refused } = desk.world();
  const [first, ...others] = [...madeByAgent(pending), ...refused];
  if (first === undefined) act(desk, journal);
  else if (others.length > 0) begin(desk, outboxFlow, { atMs });
  else if ('reasons' in first) openRefused(desk);
  else if (asks(first) && !isOpenInOutbox(first)) openHeldAsk(desk, first.key);
  else begin(desk, outboxFlow, { atMs });
}

function snapshotOf(desk: Desk): Snapshot {
  const { link, wire, offline } = desk.world();
  return {
    atMs: desk.now(),
    link,
    wire,
    offline,
    traffic: desk.hooks.traffic?.(),
    centerTraffic: desk.hooks.centerTraffic?.(),
  };
}

function changeKey({ key }: { readonly key: string }): string {
  return key;
}

/** Round trip and rate, as far as they were measured. */
function measuredLines({ roundTripMs, bytesPerSecond }: Wire): readonly SafeText[] {
  return [
    ...(roundTripMs === undefined ? [] : [t`Round trip   ${Math.round(roundTripMs)} ms`]),
    ...(bytesPerSecond === undefined ? [] : [t`Rate         ${grouped(bytesPerSecond)} bytes a second`]),
  ];
}

/** Since when the help center cannot be used, why, and when the desk asks again; nothing while it can be used. */
function offlineLines({ keyNames }: World, { offline, atMs }: Snapshot): readonly SafeText[] {
  if (offline === null) return [];
  const nextTry = Math.max(0, Math.ceil((offline.nextTryAt - atMs) / 1_000));
  return [
    t`Help center  last heard from at ${stamp(offline.since, atMs)}`,
    t`             ${offline.text}${offline.why === 'signedOut' ? t` · ${keyNames['sign-in']} signs in` : t``}`,
    t`Next try     ${nextTry === 0 ? t`now` : t`in ${nextTry} s`}`,
    t``,
  ];
}

function linkLines(world: World, seen: Snapshot): readonly SafeText[] {
  const { link, wire, traffic } = seen;
  const why = wire.setting === 'auto' ? t`as measured` : t`as asked for by --link or the settings`;
  const otherTime = otherTimeWords(world);
  const lines = [
    ...offlineLines(world, seen),
    ...(otherTime === undefined ? [] : [t`Clock        ${otherTime}`]),
    t`Link         ${safeLine(link)}, ${why}`,
    ...measuredLines(wire),
  ];
  if (!traffic) return lines;
  return [
    ...lines,
    t``,
    t`To this terminal`,
    t`Last key     ${lastKeysOf(traffic)}`,
    t`Last minute  ${grouped(traffic.lastMinuteBytes)} bytes`,
    t`Since start  ${grouped(traffic.totalBytes)} bytes in ${grouped(traffic.frames)} frames`,
  ];
}

/** The bytes to and from the help center, without those of the terminal. */
function centerLines({ centerTraffic }: Snapshot): readonly SafeText[] {
  if (!centerTraffic) return [];
  const { sent, received, lastMinute } = centerTraffic;
  return [
    t``,
    t`To and from the help center, TLS and its handshakes included`,
    t`Last minute  ${grouped(lastMinute)} bytes`,
    t`Since start  ${grouped(sent)} bytes sent, ${grouped(received)} received`,
  ];
}

/** The newest first, without the keys that opened this place. The bytes up to the next key count for the key before. */
function lastKeysOf({ keys }: Traffic): SafeText {
  const before = keys.filter((_, index) => !isOpening(keys, index));
  const shown = before.slice(-5).reverse();
  if (shown.length === 0) return t`none yet`;
  return join(
    shown.map(({ names, bytes }) => t`${labelOf(names)} ${grouped(bytes)}`),
    t` · `,
  );
}

function isOpening(keys: Traffic['keys'], index: number): boolean {
  const tail = keys.slice(index).flatMap(({ names }) => names);
  return tail.length > 0 && tail.length <= KEYS.length && KEYS.slice(-tail.length).join() === tail.join();
}

function labelOf(names: readonly string[]): SafeText {
  return names.length === 1 ? safeLine(names[0]!) : t`${names.length} keys`;
}

/** The agent's newest changes. */
function doneLines({ operations, keyNames }: World, atMs: number): readonly SafeText[] {
  const done = journalOf(operations).slice(-MAX_DONE).toReversed();
  if (done.length === 0) return [];
  const entries = done.map(one => t`  ${entryWords(one, atMs)} · ${stateWords(one)}`);
  return [t``, t`Done         ${keyNames.journal} lists all and takes any of it back`, ...entries];
}

/** Files that are being saved to the disk. */
function savingLines({ saving: [first, ...more] }: World): readonly SafeText[] {
  if (!first) return [];
  const others = more.length === 0 ? t`` : t` and ${grouped(more.length)} more`;
  return [t``, t`Saving       ${saidFileName(first.name)}${others} · :stop stops it`];
}

/** Changes that wait on this machine, but that another desk has to send. */
function elsewhereLines({ keptElsewhere }: World): readonly SafeText[] {
  return keptElsewhere.length === 0
    ? []
    : [t``, t`Also kept on this machine`, ...keptElsewhere.map(kept => t`  ${describeKept(kept)}`)];
}
