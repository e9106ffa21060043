import { expect, test } from 'vitest';
import { answerMark, knowsAnswerMarks } from '../../src/terminal/answer-marks.ts';

test.for([
  ['kitty', { TERM: 'xterm-kitty' }],
  ['Ghostty through SSH', { TERM: 'xterm-ghostty' }],
  ['foot', { TERM: 'foot' }],
  ['foot with direct colours', { TERM: 'foot-direct' }],
  ['iTerm2', { TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }],
  ['WezTerm', { TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }],
  ['VS Code', { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' }],
  ['Konsole', { TERM: 'xterm-256color', KONSOLE_VERSION: '240800' }],
  ['Windows Terminal', { TERM: 'xterm-256color', WT_SESSION: 'a-b' }],
] as const)('%s is known to understand marks', ([, env]) => {
  expect(knowsAnswerMarks(env)).toBe(true);
});

test.for([
  ['xterm', { TERM: 'xterm-256color' }],
  ['a dumb terminal', { TERM: 'dumb' }],
  ['the Linux console', { TERM: 'linux' }],
  ['Apple’s Terminal', { TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }],
  ['tmux in kitty', { TERM: 'tmux-256color', TMUX: '/tmp/tmux', TERM_PROGRAM: 'iTerm.app' }],
  ['screen in WezTerm', { TERM: 'screen', STY: '1', TERM_PROGRAM: 'WezTerm' }],
  ['no terminal', {}],
] as const)('%s is not known to understand marks', ([, env]) => {
  expect(knowsAnswerMarks(env)).toBe(false);
});

test('the marks are those of shells', () => {
  const marks = (['prompt', 'typed', 'answer', 'end'] as const).map(answerMark);
  expect(marks).toEqual(['A', 'B', 'C', 'D'].map(letter => `\x1b]133;${letter}\x1b\\`));
});
