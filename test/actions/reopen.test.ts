import { describe, expect, it } from 'vitest';
import { openNote } from '../../src/actions/conversation/note.ts';
import { openReply } from '../../src/actions/conversation/reply.ts';
import { agentNew } from '../../src/actions/inbox/people.ts';
import { actions } from '../../src/actions/index.ts';
import { begin } from '../../src/keys/flow.ts';
import { reopen } from '../../src/keys/reopen.ts';
import type { Desk } from '../../src/state/desk.ts';
import { type Place, readPlace } from '../../src/state/kept/place.ts';
import { deskPlace } from '../../src/state/place/world-place.ts';
import type { World } from '../../src/state/world.ts';
import { boxOf, optionsIn, partIn, textOf, titleIn, written } from '../harness/open-box.ts';
import { paste, press } from '../harness/press.ts';
import { row } from '../state/fake-center.ts';
import { openDesk } from '../state/open-desk.ts';

const draft = { text: 'half ty', cursor: 4 };

/** The boxes of a desk as the next one reads them. */
function keptBoxes(desk: Desk): Place['boxes'] {
  return readPlace(JSON.parse(JSON.stringify(deskPlace(desk.world()))))!.boxes;
}

async function deskWith(): Promise<Desk> {
  const { desk } = await openDesk([row(1), row(2)]);
  return desk;
}

/** A desk that writes on #1, with the cursor before its last letters. */
async function deskWriting(kind: 'note' | 'reply', text: string, afterCursor = 0): Promise<Desk> {
  const desk = await deskWith();
  if (kind === 'note') openNote(desk, [1]);
  else openReply(desk, [1]);
  paste(desk, text);
  press(desk, ...Array.from({ length: afterCursor }, () => 'left'));
  return desk;
}

describe('an open box', () => {
  it('of each action that has one comes back with any kept input, or says why not', async () => {
    const next = await deskWith();
    for (const { id: actionId, flows } of actions) {
      if (!flows) continue;
      for (const kind of ['picker', 'field', 'sheet'] as const) {
        for (const data of [undefined, null, 5, 'x', [], {}, { key: 7 }, { id: null, values: [] }]) {
          const box = {
            kind,
            actionId,
            targets: [1],
            index: 0,
            top: 0,
            text: 'a',
            cursor: 9,
            multiline: false,
            draft,
            data,
          };
          next.set({ notice: null, overlays: [] });
          reopen(next, [box as never], actions);
          const { overlays, notice } = next.world();
          expect(overlays.length === 1 || notice !== null, actionId).toBe(true);
        }
      }
    }
  });

  it.each([
    [true, 'All actions', 'arch'],
    [false, 'Keys in the list', ''],
  ])(
    'of the help that the version before kept comes back with its typed words (palette: %s)',
    async (isPalette, title, text) => {
      const next = await deskWith();
      reopen(next, [{ kind: 'help', isPalette, draft: { text, cursor: text.length }, index: 2 }], actions);
      expect(titleIn(next)).toBe(title);
      expect(optionsIn(next)[0]?.label).toBe(text === '' ? 'Reply' : 'Archive');
      expect(next.world().notice).toBeNull();
    },
  );

  it('stands on those below it: above one that does not come back, none does', async () => {
    const boxes = keptBoxes(await deskWriting('reply', 'half'));
    const next = await deskWith();
    reopen(next, [...boxes, ...boxes], actions);
    expect(next.world().overlays).toEqual([]);
  });

  it('comes back below a box that the agent has opened meanwhile', async () => {
    const boxes = keptBoxes(await deskWriting('reply', 'half'));
    const next = await deskWriting('note', '');
    const own = boxOf(next);
    next.set({ drafts: new Map([['reply:1', { text: 'half' }]]) });
    reopen(next, boxes, actions);
    expect(next.world().overlays).toMatchObject([{ flow: { id: 'conversation.reply' } }, own]);
  });

  it('that changes something stays closed in a read-only desk, with the reason', async () => {
    const boxes = keptBoxes(await deskWriting('reply', 'half'));
    const { desk } = await openDesk([row(1)], { isReadOnly: true });
    reopen(desk, boxes, actions);
    expect(desk.world().overlays).toEqual([]);
    expect(desk.world().notice?.text).toContain('Not open again: Reply · ');
  });
});

describe('the box of a mail', () => {
  it('that the version before kept comes back with its draft, in the part that had the keys', async () => {
    const field = { kind: 'field', targets: [1], afterCursor: 0, multiline: true } as const;
    const drafts: World['drafts'] = new Map([['reply:1', { text: 'half ty', cc: 'bob@partner.example' }]]);
    for (const [data, part] of [
      [{ part: 'cc', messageId: 7, cursor: 2, wait: '2h' }, 'cc'],
      [{ part: 'then', messageId: null, cursor: 0, at: 'fri 9' }, 'text'],
    ] as const) {
      const next = await deskWith();
      next.set({ drafts });
      reopen(next, [{ ...field, actionId: 'conversation.reply', draftKind: 'reply', data }], actions);
      expect([partIn(next), textOf(next)?.text, boxOf(next).state.parts.cc]).toMatchObject([
        part,
        'half ty',
        { draft: { text: 'bob@partner.example' } },
      ]);
      expect(next.world().notice).toBeNull();
    }
  });

  it('that the version before kept without words comes back empty, and stays closed if its draft is gone', async () => {
    const field = { kind: 'field', targets: [1], afterCursor: 0, multiline: true, draftKind: 'reply' } as const;
    const data = { part: 'text', messageId: null, cursor: 0 };
    const next = await deskWith();
    reopen(next, [{ ...field, actionId: 'conversation.reply', text: '', data }], actions);
    expect(textOf(next)?.text).toBe('');
    next.set({ overlays: [] });
    reopen(next, [{ ...field, actionId: 'conversation.reply', data }], actions);
    expect(next.world().overlays).toEqual([]);
    expect(next.world().notice?.text).toBe('Not open again: Reply · its text is no longer a draft');
  });
});

describe('a box that a flow asks', () => {
  it('comes back with the words that the version before kept of its field', async () => {
    const next = await deskWith();
    for (const [actionId, id] of [
      ['list.filter', 'list.filter'],
      ['status.list', 'status.name'],
      ['note.write', 'note.write'],
    ] as const) {
      const data = actionId === 'status.list' ? { id: 7 } : undefined;
      next.set({ overlays: [] });
      reopen(
        next,
        [{ kind: 'field', actionId, targets: [1], text: 'half ty', afterCursor: 0, multiline: false, data }],
        actions,
      );
      expect(written(next)).toMatchObject({ id, draft: { text: 'half ty' } });
    }
  });

  it('comes back without the password that was written in it', async () => {
    const desk = await deskWith();
    begin(desk, agentNew.form, { id: null, initial: {} }, []);
    press(desk, 'shift-tab', 'shift-tab', 'q', 'q', 'q');
    expect(written(desk)).toMatchObject({ isSecret: true, draft: { text: 'qqq' } });
    expect(JSON.stringify(keptBoxes(desk))).not.toContain('qqq');
    const next = await deskWith();
    reopen(next, keptBoxes(desk), actions);
    expect(written(next)).toMatchObject({ id: 'agent.new.new', isSecret: true, draft: { text: '' } });
    expect(next.world().notice?.text).toBe('Open again: New agent… · a password or token is never kept');
  });

  it('is not open again if a version before closed it for a secret, and says so', async () => {
    const desk = await deskWith();
    reopen(desk, [{ kind: 'closed', actionId: 'agent.new', why: 'secret' }], actions);
    expect(written(desk)).toBeUndefined();
    expect(desk.world().notice?.text).toBe('Not open again: New agent… · a password or token is never kept');
  });
});

describe('the box of a note', () => {
  it('comes back with its draft, which may have grown, and the cursor in it', async () => {
    const boxes = keptBoxes(await deskWriting('note', 'half ty', 3));
    expect(JSON.stringify(boxes)).not.toContain('half');
    const next = await deskWith();
    next.set({ drafts: new Map([['note:1', { text: 'of another desk\n\nhalf ty' }]]) });
    reopen(next, boxes, actions);
    const draft = { text: 'of another desk\n\nhalf ty', cursor: 'of another desk\n\nhalf'.length };
    expect(boxOf(next).state.parts.one).toMatchObject({ draft, isDraft: true });
  });

  it('has its cursor at the end of text that was typed after its place was kept', async () => {
    const desk = await deskWriting('note', 'half ty');
    const next = await deskWith();
    next.set({ drafts: new Map([['note:1', { text: 'half typed' }]]) });
    reopen(next, keptBoxes(desk), actions);
    expect(written(next)).toMatchObject({ draft: { text: 'half typed', cursor: 10 } });
  });

  it('stays closed if the draft is gone, with the reason', async () => {
    const desk = await deskWriting('note', 'half ty');
    const next = await deskWith();
    reopen(next, keptBoxes(desk), actions);
    expect(next.world().overlays).toEqual([]);
    expect(next.world().notice?.text).toBe('Not open again: Internal note · its text is no longer a draft');
  });
});
