import { expect, test } from 'vitest';
import { contactNote } from '../../../src/actions/conversation/contact-note.ts';
import { begin } from '../../../src/keys/flow.ts';
import { clearDraft } from '../../../src/state/outbox/written-words.ts';
import { paste, press } from '../../harness/press.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

test('a note about a customer that begins with blanks leaves no draft once it is saved', () => {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 30 }));
  begin(desk, contactNote.flows![0]!, { contactId: 1042, note: '' }, [1042]);
  paste(desk, '\n  Pays late.  ');
  expect(desk.world().drafts.size).toBe(1);
  press(desk, 'ctrl-d');
  const [change] = asked.commits;
  expect(clearDraft(desk.world().drafts, change as never).size).toBe(0);
});
