import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, describe, expect, test } from 'vitest';
import { t } from '../../src/text/safe.ts';
import { createTheme, paint } from '../../src/ui/theme.ts';
import { Fill, Line, ThemeContext, Wall } from '../../src/ui/widgets/line.tsx';

afterEach(cleanup);

describe('Line', () => {
  test('draws its pieces one after the other, each with its look', () => {
    const { lastFrame } = render(
      <Line>{[t`a `, paint('bold', t`b`), ' ' as never, 7, false, undefined, [t`!`]]}</Line>,
    );
    expect(lastFrame()).toBe('a \x1b[1mb\x1b[22m 7!');
  });

  test('adds its own look round those of its pieces', () => {
    const { lastFrame } = render(<Line look="bar">{[t`x`, paint('cursor', t`y`)]}</Line>);
    expect(lastFrame()).toBe('\x1b[7mx\x1b[53my\x1b[55m\x1b[27m');
  });

  test('draws signs as the theme can', () => {
    const { lastFrame } = render(
      <ThemeContext value={createTheme({ color: false, ascii: true })}>
        <Line look="note">{[t`▌✓`, paint('news', t`●`)]}</Line>
      </ThemeContext>,
    );
    expect(lastFrame()).toBe('>x*');
  });

  test('is one row, however long', () => {
    const { lastFrame } = render(<Line>{t`${'word '.repeat(60) as never}`}</Line>);
    expect(lastFrame()?.split('\n')).toHaveLength(1);
  });
});

test('a wall has the given height, a fill the given width', () => {
  expect(render(<Wall rows={3} sign={t`|`} />).lastFrame()).toBe('|\n|\n|');
  expect(render(<Wall rows={1} sign={t`|`} isDim />).lastFrame()).toBe('\x1b[2m|\x1b[22m');
  expect(render(<Fill rows={2} columns={4} />).lastFrame()).toBe('\n');
});

describe('values that the compiler lets into a line', () => {
  const root = join(import.meta.dirname, '../..');
  const folder = join(root, 'node_modules/.cache/line-test');

  function sourceOf(element: string): string {
    return [
      "import { paint } from '../../../src/ui/theme.ts';",
      "import { t } from '../../../src/text/safe.ts';",
      "import { Line } from '../../../src/ui/widgets/line.tsx';",
      'declare const raw: string;',
      `export const found = [raw.length, paint('plain', t\`x\`), ${element}];`,
    ].join('\n');
  }

  /** What the compiler says of each element; empty: nothing. */
  async function complaints(...elements: readonly string[]): Promise<string[]> {
    mkdirSync(folder, { recursive: true });
    for (const [at, element] of elements.entries()) writeFileSync(join(folder, `found-${at}.tsx`), sourceOf(element));
    const config = { extends: '../../../tsconfig.json', include: ['found-*.tsx'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const args = ['--noEmit', '--pretty', 'false', '-p', folder];
    try {
      const told = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), args, { cwd: root }).then(
        () => '',
        (problem: { stdout: string }) => problem.stdout,
      );
      return elements.map((_, at) => told.match(new RegExp(`found-${at}\\.tsx.*(?:\\n .*)*`, 'g'))?.join('\n') ?? '');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test('safe text passes; raw text, in any form, does not', async () => {
    const [safe, ...others] = await complaints(
      '<Line>{[t`safe`, 7]}</Line>',
      '<Line>{raw}</Line>',
      '<Line>raw</Line>',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
      '<Line>{t`safe ${raw}`}</Line>',
      "<Line>{paint('bold', raw)}</Line>",
    );
    expect(safe).toBe('');
    expect(others).toEqual([
      expect.stringContaining('is not assignable to type'),
      expect.stringContaining("don't accept text as child elements"),
      expect.stringContaining('is not assignable to parameter of type'),
      expect.stringContaining('is not assignable to parameter of type'),
    ]);
  });
});
