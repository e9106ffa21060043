import { expect, test } from 'vitest';
import type { LineWindow } from '../../../src/cli/desk/line-window.ts';
import { takeInTurn } from '../../../src/cli/desk/take-in-turn.ts';
import type { Talk } from '../../../src/lines/talk.ts';
import { t } from '../../../src/text/safe.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

/** A talk that says each line back, and the written pieces with their marks. */
function turns(hasPrompt: boolean) {
  const written: string[] = [];
  const window: Partial<LineWindow> = {
    write: text => void written.push(text),
    mark: mark => void written.push(`<${mark}>`),
    fail: error => {
      throw error;
    },
  };
  const talk: Partial<Talk> = {
    begin: async () => void written.push('hello\n'),
    take: async line => void written.push(`${line}!\n`),
    prompt: () => t`list> `,
    isSecret: () => false,
  };
  const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
  const askSecret = async () => 'secret';
  return { written, turns: takeInTurn(desk, talk as Talk, window as LineWindow, { hasPrompt, askSecret }) };
}

test('each answer stands between marks, and the typed line behind its prompt', async () => {
  const { written, turns: own } = turns(true);
  await own.start();
  own.line('next');
  await expect.poll(() => written.length).toBe(10);
  const prompt = ['<prompt>', 'list> ', '<typed>'];
  expect(written).toEqual(['hello\n', ...prompt, '<answer>', 'next!\n', '<end>', ...prompt]);
});

test('lines that come together have an answer each, and one prompt behind the last', async () => {
  const { written, turns: own } = turns(true);
  await own.start();
  own.line('one');
  own.line('two');
  await expect.poll(() => written.length).toBe(13);
  expect(written.join('')).toMatch(/<answer>one!\n<end><answer>two!\n<end><prompt>list> <typed>$/);
});
