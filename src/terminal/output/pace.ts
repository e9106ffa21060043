import { STATUS_REQUEST } from '../input/status-report.ts';
import { createLinkEstimate, type Link, type LinkEstimate } from './link-estimate.ts';

/** How writing keeps step with the link: by the terminal's answers, by the clock, or not at all. */
export type Pacing = 'acknowledged' | 'timed' | 'none';

/** Decides when a frame may be written and how long it may be; measures the link by the terminal's answers. */
export interface Pace {
  /** Whether a frame may be written now. An overdue answer is given up here. */
  isOpen(nowMs: number): boolean;
  /** When to ask `isOpen` again; undefined if only an answer can open it. */
  wakeAt(): number | undefined;
  /** The longest frame to write now. The rest of a longer one waits, and a newer frame may replace it. */
  maxFrameBytes(): number;
  /** Notes a frame written now and returns it with its requests inserted. */
  send(bytes: string, nowMs: number): string;
  /** The terminal has answered. */
  answered(nowMs: number): void;
  /** Nothing is under way: another program had the terminal. */
  reset(): void;
  link(): Link;
}

/** How to keep step with the link. */
export interface PaceOptions {
  readonly pacing: Pacing;
  /** The rate that `timed` assumes. */
  readonly bytesPerSecond?: number;
}

/**
 * No frame begins while this many bytes are under way: those that 1,200 B/s carry in a round trip of 300 ms, plus a
 * frame.
 */
const WINDOW = 450;
/**
 * A frame longer than the window contains a second request, so early that the window opens with this much still to
 * come.
 */
const REMAINDER = 400;
/** On a link slower than this a page takes so long that the newest state must be able to overtake its rest. */
const SLOW_BYTES_PER_SECOND = 2000;
/** On a link faster than this a frame of the window's length takes only a moment. */
const FAST_BYTES_PER_SECOND = 8000;
/** On such a slow link a frame is sent in parts of about this length. */
const PART = 60;
/**
 * On a link that has not proved slow, only a frame longer than this contains two requests: it still measures the rate.
 */
const LONG_FRAME = 1000;
/** After this many bytes without a request, a frame contains one. */
const ASK_FROM = 32;
/**
 * A terminal that answers within this time is near. Unless its line is slow, a key's frame with a bar needs no request
 * there.
 */
const NEAR_MS = 40;
const ASK_FROM_NEAR = 128;
/** A frame shorter than this is a typed character and contains no request, unless the window would close. */
const SMALL_FRAME = 5;
const ASK_ANYWAY_FROM = 200;
/** A request with at most this much under way before it measures the round trip: a key's frame with a bar. */
const UNQUEUED = 256;
/**
 * Two requests this close together travel without a pause: the time between their answers is the time for the bytes
 * between them.
 */
const WITHOUT_PAUSE_MS = 5;

const ANSWER_WITHIN_MS = 500;
/** A busy event loop sees the timer before an answer that arrived long ago: it looks once more. */
const GRACE_MS = 50;
/** The slowest link assumed before a measurement: 300 bytes a second. */
const SLOWEST_MS_PER_BYTE = 1 / 0.3;
const MAX_LOSSES = 3;

const FRAME_INTERVAL_MS = 33;
const ASSUMED_BYTES_PER_SECOND = 16_000;

/** Makes a pace of the given kind. The caller passes all times, in ms of one clock. */
export function createPace({ pacing, bytesPerSecond = ASSUMED_BYTES_PER_SECOND }: PaceOptions): Pace {
  if (pacing === 'none') return freePace();
  return pacing === 'timed' ? timedPace(bytesPerSecond) : acknowledgedPace(bytesPerSecond);
}

const UNKNOWN_LINK: Link = { roundTripMs: undefined, bytesPerSecond: undefined };

function freePace(): Pace {
  return {
    isOpen: () => true,
    wakeAt: () => undefined,
    maxFrameBytes: () => Number.POSITIVE_INFINITY,
    send: bytes => bytes,
    answered: () => {},
    reset: () => {},
    link: () => UNKNOWN_LINK,
  };
}

function timedPace(bytesPerSecond: number): Pace {
  let opensAt = 0;
  return {
    ...freePace(),
    isOpen: nowMs => nowMs >= opensAt,
    wakeAt: () => opensAt,
    send(bytes, nowMs) {
      opensAt = nowMs + Math.max(FRAME_INTERVAL_MS, (Buffer.byteLength(bytes) / bytesPerSecond) * 1000);
      return bytes;
    },
    reset() {
      opensAt = 0;
    },
  };
}

interface Ticket {
  /** The bytes that its answer confirms: all since the previous request. */
  readonly bytes: number;
  readonly sentAtMs: number;
  readonly dueAtMs: number;
  readonly measures: 'roundTrip' | 'passage' | 'nothing';
}

interface Flight {
  tickets: Ticket[];
  unasked: number;
  /** Undefined until the first answer. */
  lastAnswerMs: number | undefined;
  losses: number;
  graceUntilMs: number | undefined;
  readonly estimate: LinkEstimate;
}

function acknowledgedPace(bytesPerSecond: number): Pace {
  const estimate = createLinkEstimate();
  const flight: Flight = {
    tickets: [],
    unasked: 0,
    lastAnswerMs: undefined,
    losses: 0,
    graceUntilMs: undefined,
    estimate,
  };
  let fallback: Pace | undefined;

  return {
    isOpen(nowMs) {
      if (fallback === undefined && isLost(flight, nowMs)) {
        const neverAnswered = flight.lastAnswerMs === undefined;
        // The request stays under way: an answer that is only late still shows that the terminal answers.
        if (!neverAnswered) clear(flight);
        flight.losses++;
        // Without answers nothing is known of the link, and pacing would only delay.
        if (neverAnswered) fallback = freePace();
        else if (flight.losses >= MAX_LOSSES) fallback = timedPace(estimate.current().bytesPerSecond ?? bytesPerSecond);
      }
      return fallback?.isOpen(nowMs) ?? underWay(flight) < WINDOW;
    },
    wakeAt: () => fallback?.wakeAt() ?? flight.graceUntilMs ?? flight.tickets[0]?.dueAtMs,
    maxFrameBytes() {
      const { bytesPerSecond: rate = Number.POSITIVE_INFINITY } = estimate.current();
      // An overdue answer may mean that the link has become slower.
      const isInParts = rate <= SLOW_BYTES_PER_SECOND || flight.losses > 0;
      return fallback === undefined && isInParts ? PART : Number.POSITIVE_INFINITY;
    },
    send: (bytes, nowMs) => fallback?.send(bytes, nowMs) ?? withRequests(flight, bytes, nowMs),
    answered(nowMs) {
      if (flight.lastAnswerMs === undefined) fallback = undefined;
      land(flight, nowMs);
    },
    reset() {
      clear(flight);
      fallback?.reset();
    },
    link: () => estimate.current(),
  };
}

function underWay({ tickets, unasked }: Flight): number {
  return tickets.reduce((sum, { bytes }) => sum + bytes, unasked);
}

function clear(flight: Flight): void {
  flight.tickets = [];
  flight.unasked = 0;
  flight.graceUntilMs = undefined;
}

function isLost(flight: Flight, nowMs: number): boolean {
  const due = flight.tickets[0]?.dueAtMs;
  if (due === undefined || nowMs < due) return false;
  flight.graceUntilMs ??= nowMs + GRACE_MS;
  return nowMs >= flight.graceUntilMs;
}

function land(flight: Flight, nowMs: number): void {
  const ticket = flight.tickets.shift();
  if (ticket === undefined) return;
  if (ticket.measures === 'roundTrip') flight.estimate.roundTrip(nowMs - ticket.sentAtMs);
  else if (ticket.measures === 'passage' || isQueued(flight, ticket))
    flight.estimate.passage(ticket.bytes, nowMs - flight.lastAnswerMs!);
  flight.lastAnswerMs = nowMs;
  flight.losses = 0;
  flight.graceUntilMs = undefined;
}

/**
 * A link that takes frames in parts never has a long frame with two requests. A part written more than a round trip
 * before the previous part's answer waited in the link's queue behind that part: it too travelled without a pause.
 */
function isQueued({ estimate, lastAnswerMs }: Flight, { sentAtMs }: Ticket): boolean {
  const { roundTripMs, bytesPerSecond } = estimate.current();
  if (roundTripMs === undefined || bytesPerSecond === undefined || lastAnswerMs === undefined) return false;
  return bytesPerSecond <= SLOW_BYTES_PER_SECOND && sentAtMs + roundTripMs <= lastAnswerMs;
}

/** The first frame asks at its start: learning whether the terminal answers must not wait for the frame's bytes. */
function withRequests(flight: Flight, bytes: string, nowMs: number): string {
  const isFirst = flight.lastAnswerMs === undefined && flight.tickets.length === 0;
  const opening = isFirst ? request(flight, nowMs) : '';
  // Every sequence begins with ESC and contains no other ESC: a request fits before any ESC.
  const cut = bytes.length > longFrame(flight) ? bytes.indexOf('\x1b', bytes.length - REMAINDER) : -1;
  if (cut < 0) return opening + bytes + lastRequest(flight, bytes, nowMs);
  const head = bytes.slice(0, cut);
  flight.unasked += Buffer.byteLength(head);
  const early = request(flight, nowMs);
  const rest = bytes.slice(cut);
  return opening + head + early + rest + lastRequest(flight, rest, nowMs);
}

function longFrame({ lastAnswerMs, estimate }: Flight): number {
  const { bytesPerSecond = Number.POSITIVE_INFINITY } = estimate.current();
  return lastAnswerMs === undefined || bytesPerSecond < FAST_BYTES_PER_SECOND ? WINDOW : LONG_FRAME;
}

function lastRequest(flight: Flight, bytes: string, nowMs: number): string {
  const size = Buffer.byteLength(bytes);
  flight.unasked += size;
  const isDue = flight.unasked >= (size >= SMALL_FRAME ? askFrom(flight) : ASK_ANYWAY_FROM);
  return isDue ? request(flight, nowMs) : '';
}

function askFrom({ estimate }: Flight): number {
  const { roundTripMs = Number.POSITIVE_INFINITY, bytesPerSecond = Number.POSITIVE_INFINITY } = estimate.current();
  return roundTripMs <= NEAR_MS && bytesPerSecond > SLOW_BYTES_PER_SECOND ? ASK_FROM_NEAR : ASK_FROM;
}

function request(flight: Flight, nowMs: number): string {
  const { roundTripMs = 0, bytesPerSecond } = flight.estimate.current();
  const msPerByte = bytesPerSecond === undefined ? SLOWEST_MS_PER_BYTE : 2000 / bytesPerSecond;
  const load = underWay(flight) + STATUS_REQUEST.length;
  const dueAtMs = nowMs + (ANSWER_WITHIN_MS + roundTripMs + load * msPerByte) * 2 ** flight.losses;
  const measures = measureOf(flight, load, nowMs);
  flight.tickets.push({ bytes: flight.unasked + STATUS_REQUEST.length, sentAtMs: nowMs, dueAtMs, measures });
  flight.unasked = 0;
  return STATUS_REQUEST;
}

/** The very first request measures nothing: the program is still starting and reads the answer late. */
function measureOf({ tickets, lastAnswerMs }: Flight, load: number, nowMs: number): Ticket['measures'] {
  const before = tickets.at(-1);
  if (before !== undefined && nowMs - before.sentAtMs <= WITHOUT_PAUSE_MS) return 'passage';
  return lastAnswerMs !== undefined && load <= UNQUEUED ? 'roundTrip' : 'nothing';
}
