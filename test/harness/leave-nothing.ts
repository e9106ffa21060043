import { afterAll, expect } from 'vitest';
import { processState } from './process-state.ts';

const before = processState();

// Files share a process, and run in any order.
afterAll(() => expect(processState(), 'A test file leaves the process as it found it.').toEqual(before));
