import { afterAll, expect } from 'vitest';
import { processState } from './process-state.ts';

// Node's fetch keeps one timer from its first request on. Made by a clock that a test moves by hand, it would stand still
// for all files after it. Nothing listens at this port; fetch itself refuses some others, as 1.
await fetch('http://127.0.0.1:2').catch(() => undefined);

const before = processState();

// Files share a process, and run in any order.
afterAll(() => expect(processState(), 'A test file leaves the process as it found it.').toEqual(before));
