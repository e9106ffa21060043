import { expect, test } from 'vitest';
import { createEmulator } from './emulator.ts';

test('a character that comes in two reads is shown, wherever it is cut', async () => {
  const bytes = Buffer.from('a‹b—c語d');
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const emulator = createEmulator(20, 2, () => undefined);
    emulator.write(bytes.subarray(0, cut));
    await new Promise<void>(resolve => emulator.write(bytes.subarray(cut), resolve));
    expect(emulator.screen()[0]).toBe('a‹b—c語d');
    emulator.dispose();
  }
});
