import { describe, expect, test } from 'vitest';
import { emptyList } from '../../src/state/empty-world.ts';
import { unresolved } from '../../src/state/query/views.ts';
import { t } from '../../src/text/safe.ts';
import { rowsOf } from './screen.tsx';
import { fakeDesk, sampleWorld } from './world.ts';

const REASON = t`help.example does not answer (ECONNREFUSED).`;
const SIZE = { columns: 120, rows: 24 };

function screenOf(more: object) {
  return rowsOf(fakeDesk(sampleWorld(SIZE, more)).desk).join('\n');
}

describe('while the help center cannot be used', () => {
  const since = new Date(2026, 10, 20, 9, 12).getTime();
  const offline = { since, why: 'unreachable', text: REASON, nextTryAt: 0 };
  const { list, detail } = sampleWorld(SIZE);

  test('the footer says so, and no pane says it again', () => {
    const failed = { list: { ...list, newAbove: [], problem: REASON }, detail: { ...detail, problem: REASON } };
    expect(screenOf(failed)).toContain('Not read again: help.example');
    const screen = screenOf({ ...failed, offline });
    expect(screen).not.toContain('help.example');
    expect(screen.match(/offline since 09:12/g)).toHaveLength(1);
  });

  test('panes that were never read say when their contents come', () => {
    const empty = { ...emptyList(unresolved), problem: REASON };
    const unread = { ...detail, conversationId: 99, problem: REASON };
    const screen = screenOf({ list: empty, detail: unread, offline });
    expect(screen).toContain('Not read yet: the list comes when');
    expect(screen).toContain('Not read yet: it comes with the link.');
    expect(screen).not.toContain('help.example');
    const signedOut = { ...offline, why: 'signedOut' };
    const waiting = screenOf({ list: empty, detail: unread, offline: signedOut });
    expect(waiting).toContain('Signed out: it comes once you sign in.');
  });
});
