import { metric, type Sample } from './metric.ts';

/** The upper bounds of the buckets of times, in seconds: at once, noticed, waited for. */
const ENDS = [0.05, 0.5, 5] as const;

interface Route {
  /** How many requests took no longer than each of `ENDS`. */
  readonly within: number[];
  count: number;
  readonly statuses: Map<number, number>;
  seconds: number;
}

/** Counts requests by the names of their routes, which are as many as there are calls. */
export interface RequestMeter {
  saw(route: string, status: number, seconds: number): void;
  /** The metrics of its requests. */
  text(): string;
}

function secondsOf(route: string, { within, count, seconds }: Route): readonly Sample[] {
  const buckets = [...ENDS, '+Inf'].map((le, at): Sample => [{ part: '_bucket', route, le }, within[at] ?? count]);
  return [...buckets, [{ part: '_sum', route }, Number(seconds.toFixed(6))], [{ part: '_count', route }, count]];
}

/** Makes a meter that has seen nothing. */
export function createRequestMeter(): RequestMeter {
  const routes = new Map<string, Route>();
  return {
    saw: (name, status, seconds) => {
      const route = routes.get(name) ?? { within: [0, 0, 0], count: 0, statuses: new Map(), seconds: 0 };
      routes.set(name, route);
      for (const [at, end] of ENDS.entries()) if (seconds <= end) route.within[at]! += 1;
      route.count += 1;
      route.seconds += seconds;
      route.statuses.set(status, (route.statuses.get(status) ?? 0) + 1);
    },
    text: () => {
      const counted = [...routes].flatMap(([route, { statuses }]) =>
        [...statuses].map(([status, count]): Sample => [{ route, status }, count]),
      );
      const taken = [...routes].flatMap(([name, route]) => secondsOf(name, route));
      return (
        metric('requests_total', 'Requests by route and status.', counted) +
        metric('request_seconds', 'Time from a request to its answer.', taken)
      );
    },
  };
}
