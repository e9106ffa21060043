import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LinkState, linkAtStart, withMeasurement } from '../../../src/state/world/link.ts';

/** The link after measurements of a rate (bytes a second) at moments (s). */
function linkAfter(state: LinkState, measurements: readonly (readonly [atSeconds: number, rate: number])[]): LinkState {
  return measurements.reduce(
    (now, [atSeconds, bytesPerSecond]) => withMeasurement(now, { roundTripMs: 300, bytesPerSecond }, atSeconds * 1_000),
    state,
  );
}

const slowByAuto = linkAfter(linkAtStart('auto'), [
  [0, 1_200],
  [1, 1_200],
]);

describe('auto', () => {
  it.each([
    [
      'a slow rate for a second',
      [
        [0, 1_200],
        [1, 1_200],
      ],
      'slow',
    ],
    ['a slow rate once', [[0, 1_200]], 'fast'],
    [
      'a slow rate twice within a second',
      [
        [0, 1_200],
        [0.9, 1_200],
      ],
      'fast',
    ],
    [
      'a slow rate with a good one between',
      [
        [0, 1_200],
        [0.5, 9_000],
        [1, 1_200],
      ],
      'fast',
    ],
    [
      'a rate between the two thresholds',
      [
        [0, 4_000],
        [2, 4_000],
        [60, 4_000],
      ],
      'fast',
    ],
    [
      'a slow rate that turns middling',
      [
        [0, 2_900],
        [2, 3_100],
        [3, 2_900],
      ],
      'fast',
    ],
  ] as const)('begins fast; after %s it is what it should be', (_, measurements, expected) => {
    expect(linkAfter(linkAtStart('auto'), measurements).link).toBe(expected);
  });

  it.each([
    [
      'a good rate for half a minute',
      [
        [2, 9_000],
        [20, 9_000],
        [32, 9_000],
      ],
      'fast',
    ],
    [
      'a good rate for half a minute, measured twice',
      [
        [2, 9_000],
        [32, 9_000],
      ],
      'slow',
    ],
    [
      'a good rate for 29 s',
      [
        [2, 9_000],
        [20, 9_000],
        [31, 9_000],
      ],
      'slow',
    ],
    [
      'a good rate with a slow one between',
      [
        [2, 9_000],
        [20, 2_000],
        [32, 9_000],
        [40, 9_000],
      ],
      'slow',
    ],
    [
      'a middling rate',
      [
        [2, 5_000],
        [30, 5_000],
        [60, 5_000],
      ],
      'slow',
    ],
  ] as const)('is slow; after %s it is what it should be', (_, measurements, expected) => {
    expect(linkAfter(slowByAuto, measurements).link).toBe(expected);
  });

  it('ignores a long round trip, and a measurement without a rate', () => {
    const start = linkAtStart('auto');
    expect(withMeasurement(start, { roundTripMs: 3_000, bytesPerSecond: undefined }, 0).link).toBe('fast');
    expect(
      linkAfter(start, [
        [0, 50_000],
        [5, 50_000],
      ]).link,
    ).toBe('fast');
  });

  it('changes at most once a second, for any measurements', () => {
    const measurement = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 100, max: 20_000 }));
    fc.assert(
      fc.property(fc.array(measurement, { maxLength: 60 }), steps => {
        let [now, lastChange] = [0, Number.NEGATIVE_INFINITY];
        let state = linkAtStart('auto');
        for (const [pauseMs, rate] of steps) {
          now += pauseMs;
          const next = withMeasurement(state, { roundTripMs: 300, bytesPerSecond: rate }, now);
          if (next.link !== state.link) {
            expect(now - lastChange).toBeGreaterThanOrEqual(1_000);
            lastChange = now;
          }
          state = next;
        }
      }),
    );
  });
});

it.each(['fast', 'slow'] as const)('%s, if requested, stays so, and the figures are kept all the same', setting => {
  const state = linkAfter(linkAtStart(setting), [
    [0, setting === 'fast' ? 500 : 50_000],
    [60, 500],
    [120, 90_000],
  ]);
  expect(state.link).toBe(setting);
  expect(state.wire).toMatchObject({ setting, roundTripMs: 300, bytesPerSecond: 90_000, contrary: null });
});
