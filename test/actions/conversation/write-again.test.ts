import { expect, test } from 'vitest';
import { topOverlay } from '../../../src/keys/overlay.ts';
import type { Message } from '../../../src/state/world.ts';
import { safeBlock, safeLine, t } from '../../../src/text/safe.ts';
import { askedId, partIn, textOf } from '../../harness/open-box.ts';
import { press } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

const ID = 1042;
const TO = { id: null, name: t`Zoe`, email: safeLine('zoe@custmer.example') };

/** The detail on a message of ours that was not delivered. */
function open(more: Partial<Message> = {}) {
  const { desk } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }, { pane: 'detail' }));
  const { base } = desk.world();
  const thread = base.threads.get(ID)!;
  const failed: Message = {
    ...thread.messages.find(({ kind }) => kind === 'agent')!,
    id: 99,
    conversation_id: ID,
    body_text: safeBlock('It goes out today.'),
    to: [TO as never],
    cc: [],
    delivery: { state: 'failed', at: null, reason: t`550 no such user` },
    ...more,
  };
  desk.set({ base: { ...base, threads: base.threads.with([[ID, { ...thread, messages: [failed] }]]) } });
  desk.set({ detail: { ...desk.world().detail, entryKey: 'message:99' } });
  const box = () => topOverlay(desk.world());
  return { desk, box };
}

test('Enter on a message that was not delivered writes it again, with the keys in To', () => {
  const { desk } = open();
  expect(rowsOf(desk).join('\n')).toContain('· Enter writes it');
  press(desk, 'open');
  expect([askedId(desk), partIn(desk), textOf(desk)?.text]).toEqual(['conversation.reply', 'to', 'It goes out today.']);
  expect(rowsOf(desk).join('\n')).toContain('zoe@custmer.example');
});

test('a draft that is there is never written over', () => {
  const { desk, box } = open();
  desk.set({ drafts: new Map([[`reply:${ID}`, { text: 'Another answer' }]]) });
  press(desk, 'open');
  expect([box(), desk.world().notice?.text]).toEqual([
    undefined,
    expect.stringContaining(`#${ID} has a draft already.`),
  ]);
  expect(desk.world().drafts.get(`reply:${ID}`)?.text).toBe('Another answer');
});

test('one that was sent, or of which a part is here, is not offered again', () => {
  const sent = { state: 'sent', at: null, reason: null } as const;
  for (const more of [{ delivery: sent }, { truncated: true }, { side: true }] satisfies Partial<Message>[]) {
    const { desk, box } = open(more);
    expect(rowsOf(desk).join('\n')).not.toContain('· Enter writes it');
    press(desk, 'open');
    expect(box()).toBeUndefined();
  }
});
