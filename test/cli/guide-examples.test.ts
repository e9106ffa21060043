import { expect, test } from 'vitest';
import { createSample } from '../../src/center/sample/create.ts';
import { openMailDesk } from '../center/handlers/deliver.ts';
import { textIn } from '../harness/guides.ts';
import { commandOn } from './command-on.ts';
import { servedCenter } from './served-center.ts';

/** The parts of the guides whose examples work at any help center, in their order. */
const PARTS = [
  ['docs/desk.md', 'Scripting'],
  ['README.md', 'Scripts, and screen readers'],
  ['src/center/README.md', 'Agents'],
  ['src/center/README.md', 'Inboxes'],
] as const;

/** The lines of the examples, each a pipeline of commands with their arguments. */
function pipelinesIn(guide: string, part: string): readonly (readonly (readonly string[])[])[] {
  const [, section = ''] = textIn(guide).split(`\n## ${part}\n`);
  const [, examples = ''] = /```(?:sh)?\n([^`]*)```/.exec(section) ?? [];
  return examples
    .trimEnd()
    .split('\n')
    .map(line =>
      line.split(' | ').map(command => [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b!)),
    );
}

test('every example of the guides works', async () => {
  const desk = await openMailDesk();
  await createSample(desk.center, { conversations: 60, now: Date.now() });
  const frontdesk = commandOn(await servedCenter(desk));
  for (const [guide, part] of PARTS) {
    const pipelines = pipelinesIn(guide, part);
    expect(pipelines[0]![0]!.length, `${guide}: ${part}`).toBeGreaterThan(2);
    for (const pipeline of pipelines) {
      let input = 'seven blue lanterns\n';
      for (const [program, ...args] of pipeline) {
        if (program === 'echo') input = `${args[0]}\n`;
        else {
          const { code, stdout, stderr } = await frontdesk(args, { input });
          const said = args.includes('--dry-run') || args.includes('reply') ? '' : stderr;
          expect([code, said], args.join(' ')).toEqual([0, '']);
          input = stdout;
        }
      }
      expect(input, pipeline.join(' ')).not.toBe('');
    }
  }
});
