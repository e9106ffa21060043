import { join } from 'node:path';
import { test } from 'vitest';
import { importOrSetAside } from './triage.ts';

test('mail of our own is imported, or set aside with its reason', () =>
  importOrSetAside(join(import.meta.dirname, '../fixtures/mail')));
