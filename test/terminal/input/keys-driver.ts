import type { Key } from '../../../src/terminal/input/key.ts';
import { createKeyParser, type KeysOptions } from '../../../src/terminal/input/keys.ts';
import { handClock } from '../../harness/hand-clock.ts';

/** The input stage, fed by hand: its keys, call by call, in a short notation (`<paste>` in angle brackets). */
export function openKeys(options: Partial<KeysOptions> = {}) {
  const clock = handClock();
  const calls: Key[][] = [];
  const margins: string[] = [];
  const signs: number[] = [];
  const counted = { acknowledgements: 0 };
  const keys = createKeyParser({
    setTimer: clock.setTimer,
    onKeys: batch => calls.push([...batch]),
    onAcknowledge: () => {
      counted.acknowledgements += 1;
    },
    onSignColumns: columns => signs.push(columns),
    onMargins: state => margins.push(state),
    ...options,
  });
  return {
    ...keys,
    pass: clock.advance,
    calls,
    feedText: (text: string) => keys.feed(Buffer.from(text, 'utf8')),
    feedBytes: (...bytes: number[]) => keys.feed(Uint8Array.from(bytes)),
    names: () => calls.flat().map(notation),
    acknowledgements: () => counted.acknowledgements,
    margins,
    signs,
  };
}

/** A key as these tests write it. */
function notation(key: Key): string {
  return key.kind === 'paste' ? `<${key.text}>` : key.name;
}
