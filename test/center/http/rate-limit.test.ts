import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRateLimit } from '../../../src/center/http/rate-limit.ts';
import { openRating } from './rate/open-rating.ts';

const MINUTE_MS = 60_000;

/** How many entries of any `Map` are walked by what `work` does. */
function entriesWalked(work: () => void): number {
  const methods = ['forEach', 'entries', 'keys', 'values', Symbol.iterator] as const;
  const own = methods.map(name => Map.prototype[name]);
  let walked = 0;
  const restore = () => methods.forEach((name, at) => void Object.assign(Map.prototype, { [name]: own[at] }));
  onTestFinished(restore);
  methods.forEach((name, at) => {
    const counting = function (this: Map<unknown, unknown>, ...given: unknown[]) {
      walked += this.size;
      return Reflect.apply(own[at]!, this, given);
    };
    Object.assign(Map.prototype, { [name]: counting });
  });
  work();
  restore();
  return walked;
}

/** How many entries all the `Map`s have in which `work` looks a key up. */
function entriesConsulted(work: () => void): number {
  const { get } = Map.prototype;
  const consulted = new Set<Map<unknown, unknown>>();
  const spy = vi.spyOn(Map.prototype, 'get').mockImplementation(function (this: Map<unknown, unknown>, key) {
    consulted.add(this);
    return Reflect.apply(get, this, [key]);
  });
  onTestFinished(() => spy.mockRestore());
  work();
  spy.mockRestore();
  return [...consulted].reduce((sum, { size }) => sum + size, 0);
}

describe('the limit of requests', () => {
  test('holds for each caller, in each minute that begins with its first request', () => {
    const limit = createRateLimit(2);
    limit('a', 50_000);
    limit('a', 70_000);
    limit('b', 70_000);
    expect(() => limit('a', 109_999)).toThrow(/in 1 s/);
    expect(() => limit('a', 80_000)).toThrow(/in 30 s/);
    limit('a', 110_000);
    limit('a', 130_000);
    expect(() => limit('a', 169_999)).toThrow();
    limit('b', 130_001);
    limit('b', 189_000);
    expect(() => limit('b', 190_000)).toThrow();
  });

  test('walks no windows of others for a new caller', () => {
    const limit = createRateLimit(1);
    const walked = entriesWalked(() => {
      for (let at = 0; at < 30_000; at += 1) limit(`caller ${at}`, at * 10);
    });
    expect(walked).toBe(0);
    expect(() => limit('caller 29999', 300_000)).toThrow();
  });

  test('keeps no caller for longer than two minutes', () => {
    const limit = createRateLimit(1);
    for (let minute = 0; minute < 20; minute += 1)
      for (let at = 0; at < 100; at += 1) limit(`${minute} ${at}`, minute * MINUTE_MS + at);
    expect(entriesConsulted(() => limit('the last', 20 * MINUTE_MS - 1))).toBe(201);
    expect(entriesConsulted(() => limit('the very last', 20 * MINUTE_MS + 1))).toBe(102);
  });

  test('counts a subscriber of IPv6 once, at any address of its /64', async () => {
    const rating = await openRating({ rateLimit: 10 });
    const ask = (address: string) => rating.center.fetch(new Request(`http://x${rating.path}`), address);
    const from = async (address: string) => (await ask(address)).status;
    for (let at = 0; at < 10; at += 1) expect(await from(`2001:db8:1:2:${at}::${at}`)).toBe(200);
    expect(await from('2001:db8:1:2:ffff::')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(200);
  });
});
