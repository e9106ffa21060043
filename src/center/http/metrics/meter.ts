import type { Metric, Sample } from './text.ts';

/** The upper ends of the spans of time that are told apart, in seconds: at once, noticed, waited for. */
const ENDS = [0.05, 0.5, 5] as const;

interface Route {
  /** How many requests ended within each span, and took longer. */
  readonly within: number[];
  readonly statuses: Map<number, number>;
  seconds: number;
}

/** Counts requests by the names of their routes, which are as many as there are calls. */
export interface Meter {
  saw(route: string, status: number, seconds: number): void;
  metrics(): readonly Metric[];
}

function secondsOf(route: string, { within, seconds }: Route): readonly Sample[] {
  let count = 0;
  const buckets = [...ENDS, '+Inf'].map((le, at): Sample => {
    count += within[at]!;
    return [{ part: '_bucket', route, le }, count];
  });
  return [...buckets, [{ part: '_sum', route }, Number(seconds.toFixed(6))], [{ part: '_count', route }, count]];
}

/** Makes a meter that has seen nothing. */
export function createMeter(): Meter {
  const routes = new Map<string, Route>();
  return {
    saw: (name, status, seconds) => {
      const route = routes.get(name) ?? { within: [0, 0, 0, 0], statuses: new Map(), seconds: 0 };
      routes.set(name, route);
      const at = ENDS.findIndex(end => seconds <= end);
      route.within[at < 0 ? ENDS.length : at]! += 1;
      route.seconds += seconds;
      route.statuses.set(status, (route.statuses.get(status) ?? 0) + 1);
    },
    metrics: () => [
      {
        name: 'frontdesk_requests_total',
        help: 'Requests by route and status.',
        type: 'counter',
        samples: [...routes].flatMap(([route, { statuses }]) =>
          [...statuses].map(([status, count]): Sample => [{ route, status }, count]),
        ),
      },
      {
        name: 'frontdesk_request_seconds',
        help: 'Time from a request to its answer.',
        type: 'histogram',
        samples: [...routes].flatMap(([name, route]) => secondsOf(name, route)),
      },
    ],
  };
}
