import { expect, test } from 'vitest';
import { takeOver } from '../../../src/cli/desk/take-over.ts';
import type { EarlyTerminal, LifecycleCallbacks } from '../../../src/terminal/early-terminal.ts';
import type { Stage } from '../../../src/terminal/output/stage.ts';
import { createOwedAnswers } from '../../../src/terminal/owed-answers.ts';

const ANSWER = '\x1b[0n';
const QUESTION = '\x1b[5n';

/** A first frame that is handed over with what was typed, and the keys that the desk then hears. */
function openWindow({ typed, isStillMeant, unread }: { typed: string; isStillMeant: boolean; unread?: string }) {
  const question = unread === undefined ? QUESTION : '';
  const owed = createOwedAnswers(() => 0);
  const heard: string[] = [];
  let dropped = 0;
  let now: LifecycleCallbacks | undefined;
  const hands = {
    onInput: (bytes: Uint8Array) => {
      const text = Buffer.from(bytes).toString();
      const keys = text.replaceAll(ANSWER, '');
      // As the input stage does it: the keys of a read first.
      if (keys !== '' && !window.drops()) heard.push(keys);
      for (let count = text.split(ANSWER).length - 1; count > 0; count--) {
        owed.answered();
        window.answered();
      }
    },
  } as LifecycleCallbacks;
  const stage = {
    enter: () => {
      owed.asked(question);
      window.writes();
    },
  } as unknown as Stage;
  const terminal = {
    lifecycle: {},
    handOver: (next: LifecycleCallbacks) => {
      now = next;
      return { painted: { bytes: question }, typed: [Buffer.from(typed)] };
    },
  } as unknown as EarlyTerminal;
  const onDropped = () => {
    dropped += 1;
  };
  const typedByNow = () => [Buffer.from(unread ?? '')];
  const window = takeOver(
    { terminal, aim: '' },
    { stage, hands, owed, isStillMeant: () => isStillMeant, typedByNow, onDropped },
  );
  window.lifecycle.start();
  return { heard, type: (text: string) => now?.onInput(Buffer.from(text)), dropped: () => dropped };
}

test('keys typed at a frame that still means the same are heard, in their order', () => {
  const { heard, type, dropped } = openWindow({ typed: `e${ANSWER}j`, isStillMeant: true });
  type(`${ANSWER}k`);
  expect(heard.join('')).toBe('ejk');
  expect(dropped()).toBe(0);
});

test('otherwise all is dropped that was typed before the terminal showed the new frame, and nothing behind it', () => {
  const { heard, type, dropped } = openWindow({ typed: `e${ANSWER}e`, isStillMeant: false });
  expect(heard).toEqual([]);
  type('e');
  type(`e${ANSWER}j`);
  type('k');
  expect(heard).toEqual(['j', 'k']);
  expect(dropped()).toBe(4);
});

test('if the terminal is not asked, keys typed before the new frame is written are dropped, and no key after it', async () => {
  const { heard, type, dropped } = openWindow({ typed: 'e', isStillMeant: false, unread: 'ee' });
  // The keys of the next read, which no answer separates from those before.
  await null;
  type('j');
  expect(heard).toEqual(['j']);
  expect(dropped()).toBe(2);
});
