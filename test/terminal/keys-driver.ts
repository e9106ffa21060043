import type { Key } from '../../src/terminal/key.ts';
import { createKeys, type KeysOptions } from '../../src/terminal/keys.ts';
import type { SetTimer } from '../../src/terminal/set-timer.ts';

/** Timers that fire when the test says so. */
export function handClock(): { setTimer: SetTimer; pass(ms: number): void } {
  const timers = new Set<{ at: number; fn: () => void }>();
  let now = 0;
  return {
    setTimer: (fn, ms) => {
      const timer = { at: now + ms, fn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass: ms => {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter(timer => timer.at <= until).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.fn();
      }
      now = until;
    },
  };
}

/** The input stage, fed by hand: what it delivered, call by call, in a short notation (`<paste>` in angle brackets). */
export function openKeys(options: Partial<KeysOptions> = {}) {
  const clock = handClock();
  const calls: Key[][] = [];
  const margins: string[] = [];
  const counted = { acknowledgements: 0 };
  const keys = createKeys({
    setTimer: clock.setTimer,
    onKeys: batch => calls.push([...batch]),
    onAcknowledge: () => {
      counted.acknowledgements += 1;
    },
    onMargins: state => margins.push(state),
    ...options,
  });
  return {
    ...keys,
    pass: clock.pass,
    calls,
    feedText: (text: string) => keys.feed(Buffer.from(text, 'utf8')),
    feedBytes: (...bytes: number[]) => keys.feed(Uint8Array.from(bytes)),
    names: () => calls.flat().map(notation),
    acknowledgements: () => counted.acknowledgements,
    margins,
  };
}

export function notation(key: Key): string {
  return key.kind === 'paste' ? `<${key.text}>` : key.name;
}
