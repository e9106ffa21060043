import { expect, test } from 'vitest';
import { end, starterOf } from './held-desk.ts';
import { openBackstage } from './open-desk.ts';

test('the last frame is there before the desk, and the desk goes on from it', async () => {
  const backstage = await openBackstage();
  const ids: number[] = [];
  for (const title of ['Refund', '請求書 and a 😀', 'Parcel']) ids.push(await backstage.conversation(title));
  const [refund, invoice, parcel] = ids as [number, number, number];
  const isArchived = async (id: number) =>
    (await backstage.ask<{ archived: boolean }>('GET', `/conversations/${id}`)).archived;
  const { desk, held, release } = starterOf(backstage);

  const first = await desk();
  first.press('cursor.down');
  await first.sees(/^ #2 請求書/m);
  await first.sees('could you help me');
  first.press('conversation.tag');
  await first.sees('Tags of');
  first.press('esc');
  await first.seesNot('Tags of');
  await first.settled();
  const [picture, cursor] = [first.text(), first.cursor()];
  first.press('conversation.tag');
  await first.sees('Tags of');
  first.kill('SIGTERM');
  expect((await first.exit()).exitCode).toBe(143);

  const painted = await held();
  expect(painted.text()).toBe(picture);
  expect(painted.cursor()).toEqual(cursor);
  expect(painted.modes()).toMatchObject({ alternateScreen: true, bracketedPaste: true });
  painted.kill('SIGSTOP');
  painted.kill('SIGCONT');
  await painted.settled();
  expect(painted.text()).toBe(picture);
  expect(await end(painted, () => painted.kill('SIGTERM'))).toBe(143);

  const interrupted = await held();
  interrupted.resetBytes();
  interrupted.press('suspend');
  await interrupted.until(() => /\?1049l.*\?1049h/s.test(interrupted.output()), 'It never stopped and went on');
  await interrupted.settled();
  expect(interrupted.text()).toBe(picture);
  expect(await end(interrupted, () => interrupted.press('ctrl-c'))).toBe(130);

  const boxed = await held();
  boxed.press('conversation.archive');
  release();
  await boxed.sees('Tags of');
  await boxed.sees('dropped');
  await boxed.settled();
  boxed.press('esc');
  await boxed.seesNot('Tags of');
  expect(await end(boxed, () => boxed.press('quit-now'))).toBe(0);
  expect(await Promise.all(ids.map(isArchived))).toEqual([false, false, false]);

  const ahead = await held();
  ahead.press('conversation.archive', 'cursor.down');
  ahead.resetBytes();
  release();
  await ahead.sees('Archived #');
  await expect.poll(() => isArchived(invoice)).toBe(true);
  expect(ahead.output()).not.toContain('\x1b[?1049h');
  expect(ahead.output()).not.toContain('\x1b[H\x1b[J');
  await ahead.settled();
  ahead.press('cursor.top');
  await ahead.settled();
  expect(await end(ahead, () => ahead.press('quit-now'))).toBe(0);

  const late = await held();
  const under = late.screen()[late.cursor().y]!.includes('Refund') ? refund : parcel;
  await backstage.ask('POST', `/conversations/${under}/archive`);
  late.press('conversation.archive');
  release();
  await late.sees('dropped');
  await late.settled();
  expect(await isArchived(under === refund ? parcel : refund)).toBe(false);
  expect(await end(late, () => late.press('quit-now'))).toBe(0);
});
