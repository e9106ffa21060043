import { createEmulator, type Emulator } from '../../harness/emulator.ts';
import { CLUSTER_WIDTHS } from './cluster-widths.ts';

/** Writes to the emulator and waits until it has taken the bytes in. */
export function feed(emulator: Emulator, bytes: string): Promise<void> {
  return new Promise(resolve => emulator.write(bytes, resolve));
}

/** An emulator that draws clusters as wide as we count them. */
export function openEmulator(columns: number, rows: number): Emulator {
  return createEmulator(columns, rows, () => {}, CLUSTER_WIDTHS);
}

/** An emulator that shows the frame written line by line, without a diff: the correct picture. */
export async function referenceOf(frame: string, columns: number, rows: number): Promise<Emulator> {
  const emulator = openEmulator(columns, rows);
  const lines = frame.split('\n').map((line, y) => `\x1b[${y + 1}H${line}`);
  await feed(emulator, `\x1b[?7l${lines.join('')}`);
  return emulator;
}

/** What a person sees of a cell: of a blank neither its weight nor its colour. */
export function seen(emulator: Emulator, x: number, y: number): string {
  const { char, bold, dim, italic, underline, inverse, foreground, background } = emulator.cell(x, y);
  const isBlank = char === '' || char === ' ';
  const isEmpty = isBlank && !underline && !inverse && background === 'default';
  if (isEmpty) return emulator.cell(x, y).width === 0 ? 'half' : 'blank';
  const weight = isBlank && !inverse && !underline ? '' : JSON.stringify({ bold, dim, italic, foreground });
  return JSON.stringify({ char: isBlank ? ' ' : char, underline, inverse, background }) + weight;
}

/** The places where two emulators differ, as sentences. */
export function differences(actual: Emulator, wanted: Emulator, columns: number, rows: number): string[] {
  const found: string[] = [];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      if (seen(actual, x, y) !== seen(wanted, x, y))
        found.push(`column ${x}, row ${y}: ${seen(actual, x, y)} instead of ${seen(wanted, x, y)}`);
  return found;
}
