import type { Cost } from './cost.ts';
import type { Link, Samples, Size, WireAction } from './wire-desk.ts';

/** Bytes by size: 80x24, 120x40, 200x50. */
type BySize = readonly [number, number, number];
type Most = Readonly<Record<Link, BySize>> | { readonly share: number };

/** The most that an action may cost: bytes by link and size, or a multiple of its floor. */
interface Budget {
  readonly most?: Most;
  /** The same with the detail below the list, if that differs. */
  readonly stacked?: Most;
  /** The sample that a test checks: the worst, or the median if a late preview may count for a key. */
  readonly tested?: 'worst' | 'median';
}

function all(bytes: number): BySize {
  return [bytes, bytes, bytes];
}
function tested(slow: number, fast: BySize, by: NonNullable<Budget['tested']> = 'median'): Budget {
  return { most: { slow: all(slow), fast }, tested: by };
}

export const BUDGETS: Partial<Readonly<Record<WireAction, Budget>>> = {
  'first screen': { most: { share: 1.15 } },
  'cursor down in the list, no scroll': tested(20, [110, 140, 210]),
  'cursor down, the first after a rest': tested(20, [110, 140, 210]),
  'cursor down 60 times from the top, mean': {
    ...tested(90, [160, 190, 250]),
    stacked: { slow: all(60), fast: all(130) },
  },
  'next conversation, the detail follows': { most: { share: 1.15 }, tested: 'worst' },
  'scroll the detail one line': {
    most: { share: 1.15 },
    stacked: { slow: [110, 130, 210], fast: [110, 130, 210] },
    tested: 'worst',
  },
  'mark one row': tested(60, all(240)),
  'tag one row': tested(60, all(240)),
  'archive one row, no row moves': tested(60, all(240)),
  // In one line, the people are written again behind which `archived` comes.
  'archive one row, the rows below move up': { stacked: { slow: all(60), fast: [240, 300, 340] }, tested: 'worst' },
  'open the line of later': tested(250, all(250)),
  'put off one row, which leaves': { stacked: { slow: all(240), fast: [240, 370, 480] }, tested: 'median' },
  'open the help': { most: { slow: [1_200, 1_200, 1_400], fast: [1_200, 1_500, 1_700] }, tested: 'worst' },
  'close the help': { most: { slow: all(1_000), fast: all(1_000) }, tested: 'worst' },
  'a character typed in a field': tested(1, all(1), 'worst'),
  'idle for 10 s': tested(0, all(0), 'worst'),
};

/** A budget and its measurement: one sample, or the share of all of them together. */
export interface Verdict {
  readonly asked: string;
  readonly measured: string;
  readonly isMet: boolean;
}

function mostOf(action: WireAction, { isStacked }: Size): Most | undefined {
  const budget = BUDGETS[action];
  return (isStacked ? budget?.stacked : undefined) ?? budget?.most;
}

/** A figure without its fraction; `–` if there was nothing to measure. */
function whole(figure: number): string {
  return Number.isNaN(figure) ? '–' : figure.toFixed(0);
}

/** Holds the samples of an action against its budget, by the worst of them or the median; without one it is met. */
function judge(action: WireAction, { link, size }: { link: Link; size: Size }, costs: readonly Cost[]): Verdict {
  const most = mostOf(action, size);
  const by = BUDGETS[action]?.tested ?? 'worst';
  const place = size.columns === 80 ? 0 : size.columns === 120 ? 1 : 2;
  const sorted = costs.map(({ bytes }) => bytes).sort((a, b) => a - b);
  const bytes = (by === 'worst' ? sorted.at(-1) : sorted[(sorted.length - 1) >> 1]) ?? Number.NaN;
  if (most === undefined) return { asked: '', measured: whole(bytes), isMet: true };
  if ('share' in most) return judgeShare(most.share, costs);
  const limit = most[link][place];
  return { asked: `≤ ${limit}`, measured: whole(bytes), isMet: bytes <= limit };
}

function judgeShare(most: number, costs: readonly Cost[]): Verdict {
  const bytes = costs.reduce((sum, cost) => sum + cost.bytes, 0);
  const share = bytes / costs.reduce((sum, cost) => sum + cost.floor, 0);
  return {
    asked: `≤ ${most} ×`,
    measured: `${share.toFixed(2)} × (${whole(bytes / costs.length)})`,
    isMet: share <= most,
  };
}

/** The tested budgets of these actions that were missed, as sentences. */
export function misses(link: Link, size: Size, samples: Samples): readonly string[] {
  const place = `${link}, ${size.columns}x${size.rows}${size.isStacked ? ' stacked' : ''}`;
  return Object.entries(samples).flatMap(([name, costs]) => {
    const action = name as WireAction;
    if (BUDGETS[action]?.tested === undefined || mostOf(action, size) === undefined) return [];
    if (costs.length === 0) return [`${place}: ${action} was not measured, previews came in`];
    const { asked, measured, isMet } = judge(action, { link, size }, costs);
    return isMet ? [] : [`${place}: ${action} costs ${measured} bytes, asked ${asked}`];
  });
}
