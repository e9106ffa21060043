import { describe, expect, it } from 'vitest';
import { noteFlow } from '../../src/actions/conversation/note.ts';
import { agentNew } from '../../src/actions/inbox/people.ts';
import { actions } from '../../src/actions/index.ts';
import { begin } from '../../src/keys/flow.ts';
import { reopen } from '../../src/keys/reopen.ts';
import type { Flow } from '../../src/keys/script.ts';
import type { Desk } from '../../src/state/desk.ts';
import type { Overlay } from '../../src/state/overlay.ts';
import { keptBox, placeOf } from '../../src/state/place/world-place.ts';
import { type Place, readPlace } from '../../src/state/place.ts';
import { boxOf, optionsIn, titleIn, written } from '../harness/open-box.ts';
import { press } from '../harness/press.ts';
import { row } from '../state/fake-center.ts';
import { openDesk } from '../state/open-desk.ts';

const draft = { text: 'half ty', cursor: 4 };
const field = { kind: 'field', targets: [1], draft, draftKind: 'reply' } as const;

/** A box of each former kind, and the notice if it does not come back. Those of flows: `keys/flow.test.ts`. */
const BOXES: {
  readonly [Kind in Exclude<Overlay['kind'], 'box'>]: readonly (readonly [Extract<Overlay, { kind: Kind }>, string?])[];
} = {
  field: [
    [{ ...field, actionId: 'conversation.reply', data: { part: 'cc', messageId: 7, cursor: 2 } }],
    [
      { ...field, actionId: 'conversation.reply', data: { part: 'bcc' } },
      'Not open again: Reply · its contents cannot be read',
    ],
  ],
};

const ROWS = Object.values(BOXES)
  .flat()
  .map(([box, notice]): { readonly box: Overlay; readonly notice: string | undefined } => ({ box, notice }));

/** The boxes of a desk as the next one reads them. */
function keptBoxes(desk: Desk): Place['boxes'] {
  return readPlace(JSON.parse(JSON.stringify(placeOf(desk.world()))))!.boxes;
}

async function deskWith(...overlays: readonly Overlay[]): Promise<Desk> {
  const { desk } = await openDesk([row(1), row(2)]);
  desk.set({ overlays });
  return desk;
}

describe('an open box', () => {
  it.each(ROWS)('comes back, or says why not: $box', async ({ box, notice }) => {
    const boxes = keptBoxes(await deskWith(box));
    const next = await deskWith();
    reopen(next, boxes, actions);
    expect(next.world().overlays).toEqual(notice === undefined ? [box] : []);
    expect(next.world().notice?.text).toBe(notice);
  });

  it('of each action that has one comes back with any kept input, or says why not', async () => {
    const next = await deskWith();
    for (const { id: actionId, ...action } of actions) {
      for (const kind of ['picker', 'field', 'sheet'] as const) {
        if (!(kind === 'field' ? action.field : action.flows)) continue;
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

  it('with nothing but functions as its input is not written down with it', async () => {
    const desk = await deskWith();
    const box: Overlay = { ...field, actionId: 'conversation.reply', data: { lines: () => [] } };
    expect(keptBox(box, desk.world())).toMatchObject({ actionId: 'conversation.reply', data: undefined });
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
    const [below, above] = [BOXES.field[1]![0], BOXES.field[0]![0]];
    const next = await deskWith();
    reopen(next, keptBoxes(await deskWith(below, above)), actions);
    expect(next.world().overlays).toEqual([]);
  });

  it('comes back below a box that the agent has opened meanwhile', async () => {
    const [restored, own] = [
      BOXES.field[0]![0],
      { ...field, actionId: 'conversation.create', data: undefined } as const,
    ];
    const next = await deskWith(own);
    reopen(next, keptBoxes(await deskWith(restored)), actions);
    expect(next.world().overlays).toEqual([restored, own]);
  });

  it('that changes something stays closed in a read-only desk, with the reason', async () => {
    const boxes = keptBoxes(await deskWith(BOXES.field[0]![0]));
    const { desk } = await openDesk([row(1)], { isReadOnly: true });
    reopen(desk, boxes, actions);
    expect(desk.world().overlays).toEqual([]);
    expect(desk.world().notice?.text).toContain('Not open again: Reply · ');
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

  it('is not kept once it holds a password, nor if what it is about may have changed', async () => {
    const desk = await deskWith();
    const secret = { name: 'password', id: null };
    begin(desk, agentNew.form, { id: null, initial: {}, values: {}, faults: {} }, []);
    begin(desk, agentNew.flows!.at(-1)! as Flow<typeof secret>, secret, []);
    press(desk, 'q', 'q', 'q');
    expect(JSON.stringify(keptBoxes(desk))).not.toContain('qqq');
    const next = await deskWith();
    reopen(next, keptBoxes(desk), actions);
    expect(next.world().notice?.text).toBe('Not open again: New agent… · a password or token is never kept');
  });
});

describe('the box of a note', () => {
  /** A desk that writes a note on #1, with the cursor before its last letters. */
  async function deskWriting(afterCursor = 0): Promise<Desk> {
    const desk = await deskWith();
    begin(desk, noteFlow, undefined, [1]);
    press(desk, ...'half', 'space', 't', 'y', ...Array.from({ length: afterCursor }, () => 'left'));
    expect(desk.world().drafts).toEqual(new Map([['note:1', { text: 'half ty' }]]));
    return desk;
  }

  it('comes back with its draft, which may have grown, and the cursor in it', async () => {
    const boxes = keptBoxes(await deskWriting(3));
    expect(JSON.stringify(boxes)).not.toContain('half');
    const next = await deskWith();
    next.set({ drafts: new Map([['note:1', { text: 'of another desk\n\nhalf ty' }]]) });
    reopen(next, boxes, actions);
    const draft = { text: 'of another desk\n\nhalf ty', cursor: 'of another desk\n\nhalf'.length };
    expect(boxOf(next).state.parts.one).toMatchObject({ draft, isDraft: true });
  });

  it('has its cursor at the end of text that was typed after its place was kept', async () => {
    const desk = await deskWriting();
    const next = await deskWith();
    next.set({ drafts: new Map([['note:1', { text: 'half typed' }]]) });
    reopen(next, keptBoxes(desk), actions);
    expect(written(next)).toMatchObject({ draft: { text: 'half typed', cursor: 10 } });
  });

  it('stays closed if the draft is gone, with the reason', async () => {
    const desk = await deskWriting();
    const next = await deskWith();
    reopen(next, keptBoxes(desk), actions);
    expect(next.world().overlays).toEqual([]);
    expect(next.world().notice?.text).toBe('Not open again: Internal note · its text is no longer a draft');
  });
});
