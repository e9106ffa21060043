import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rowsOf } from './screen.tsx';
import { PANES, SIZES } from './sizes.ts';
import { fakeDesk, sampleWorld } from './world.ts';

const FOLDER = join(import.meta.dirname, 'golden');
/** With the detail below the list. */
const STACKED = SIZES.slice(0, 3);

/** A stored frame; `UPDATE_GOLDEN=1` stores the present one, for a person to read. */
function golden(name: string, drawn: string): string {
  const path = join(FOLDER, `${name}.txt`);
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, drawn);
  }
  return readFileSync(path, 'utf8');
}

describe('the whole screen looks as it was agreed', () => {
  for (const pane of PANES) {
    test.each(SIZES)(`with the keys in the ${pane} pane at $columns x $rows`, size => {
      const { desk } = fakeDesk(sampleWorld(size, { pane, link: 'slow' }));
      const drawn = `${rowsOf(desk).join('\n')}\n`;
      expect(drawn).toBe(golden(`${pane}-${size.columns}x${size.rows}`, drawn));
    });

    test.each(STACKED)(`stacked, with the keys in the ${pane} pane at $columns x $rows`, size => {
      const { desk } = fakeDesk(sampleWorld(size, { pane, link: 'slow', isStacked: true }));
      const drawn = `${rowsOf(desk).join('\n')}\n`;
      expect(drawn).toBe(golden(`stacked-${pane}-${size.columns}x${size.rows}`, drawn));
    });
  }

  test('in ASCII alone', () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }, { link: 'slow' }));
    const drawn = `${rowsOf(desk, { ascii: true }).join('\n')}\n`;
    expect(drawn).toBe(golden('ascii-80x24', drawn));
    const ours = drawn.replace('配送先を変更したい', '').replaceAll('Zoë', '');
    expect([...ours].filter(character => character > '~')).toEqual([]);
  });
});
