import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSample } from '../../../../src/center/sample/create.ts';
import { openMailDesk } from '../../../center/handlers/deliver.ts';
import { ROOT } from '../../../harness/guides.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

/** The lines of the examples, each a pipeline of commands with their arguments. */
function pipelines(): readonly (readonly (readonly string[])[])[] {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/desk.md'), 'utf8').split('\n## Scripting\n');
  const [, examples = ''] = /```sh\n([^`]*)```/.exec(section) ?? [];
  return examples
    .trimEnd()
    .split('\n')
    .map(line =>
      line.split(' | ').map(command => [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b!)),
    );
}

test('every example of the guide works', async () => {
  const desk = await openMailDesk();
  await createSample(desk.center, { conversations: 60, now: Date.now() });
  const frontdesk = commandOn(await servedCenter(desk));
  expect(pipelines().length).toBeGreaterThan(5);
  for (const pipeline of pipelines()) {
    let input = '';
    for (const [program, ...args] of pipeline) {
      if (program === 'echo') input = `${args[0]}\n`;
      else {
        const { code, stdout, stderr } = await frontdesk(args, { input });
        expect([code, args.includes('--dry-run') || args.includes('reply') ? '' : stderr], args.join(' ')).toEqual([
          0,
          '',
        ]);
        input = stdout;
      }
    }
    expect(input, pipeline.join(' ')).not.toBe('');
  }
});
