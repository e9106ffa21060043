import { expect, test } from 'vitest';
import { ringBytes } from '../../src/terminal/passed-through.ts';

const NOTIFIED = '\x1b]9;frontdesk: A customer wrote\x1b\\';

test.each([
  ['bell', 'xterm', {}, '\x07'],
  ['bell', 'tmux-256color', { TMUX: 'x' }, '\x07'],
  ['osc9', 'xterm', {}, NOTIFIED],
  ['osc9', 'tmux-256color', { TMUX: 'x' }, `\x1bPtmux;${NOTIFIED.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`],
  ['osc9', 'screen', { STY: '1.pts' }, `\x1bP${NOTIFIED}\x1b\\`],
  ['osc99', 'xterm-kitty', {}, '\x1b]99;;frontdesk: A customer wrote\x1b\\'],
  ['osc777', 'foot', {}, '\x1b]777;notify;frontdesk;A customer wrote\x1b\\'],
  ['osc777', 'linux', {}, '\x07'],
] as const)('%s on %s is what the terminal understands, and holds nothing of a mail', (bell, TERM, env, bytes) => {
  expect(ringBytes(bell, { TERM, ...env })).toBe(bytes);
});
