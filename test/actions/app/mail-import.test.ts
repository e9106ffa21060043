import { expect, test } from 'vitest';
import { mailImport } from '../../../src/actions/app/mail.ts';
import { act } from '../../../src/keys/act.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { written } from '../../harness/open-box.ts';
import { paste, press } from '../../harness/press.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

test('a path that does not exist stays in its field, to be corrected', async () => {
  const importMail = () => Promise.reject(new Error('there is no file or folder /nope.'));
  const { desk: plain } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
  const desk = { ...plain, hooks: { ...plain.hooks, importMail } };
  act(desk, mailImport);
  paste(desk, '/nope');
  press(desk, 'enter');
  await new Promise(resolve => setImmediate(resolve));
  expect(written(desk)).toMatchObject({ id: 'mail.import', draft: { text: '/nope' } });
  expect(desk.world().notice?.text).toBe('Not imported: there is no file or folder /nope.');
});

test('Tab completes the path, and lists how it can continue', async () => {
  const completePath = async (typed: string) => ({
    path: `${typed}ort-`,
    names: ['support-1.mbox', 'support-old/'].map(safeLine),
  });
  const importMail = () => Promise.reject(new Error('not asked for'));
  const { desk: plain } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
  const desk = { ...plain, hooks: { ...plain.hooks, importMail, completePath } };
  act(desk, mailImport);
  paste(desk, '~/supp');
  press(desk, 'tab');
  await new Promise(resolve => setImmediate(resolve));
  expect(written(desk)).toMatchObject({ draft: { text: '~/support-', cursor: 10 } });
  expect(desk.world().notice).toMatchObject({ tone: 'done', text: 'support-1.mbox  support-old/' });
});
