import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../src/center/http/listen.ts';
import { BROWSERS, startBrowser, whyNoBrowser } from '../../../harness/browser.ts';
import { openTerminal } from '../../../harness/pty.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';
import { openRating } from './open-rating.ts';

const LIMIT_MS = 60_000;

/** The page of a rating at an address of this machine. */
async function served() {
  const rating = await openRating();
  const server = await listen(rating.center, { host: '127.0.0.1', port: 0, drainMs: 100 });
  onTestFinished(() => server.close());
  return { ...rating, url: server.url + rating.path };
}

test('a customer rates on a phone, without scripts', {
  ...skippedFor(whyNoBrowser('chromium')),
  timeout: LIMIT_MS,
}, async () => {
  const rating = await served();
  const { page, stop } = await startBrowser({ width: 320, height: 568, scheme: 'dark' });
  onTestFinished(stop);
  await page.open(rating.url);
  expect(await page.width()).toBe(320);
  expect(await page.height('.mark')).toBeGreaterThanOrEqual(40);
  await page.tap('input[value="4"]');
  await page.tap('textarea');
  await page.type('Quick & kind <3\n„Danke“ 👍');
  await page.tapAndLoad('input[type=submit]');
  expect(await page.html()).toContain('Thank you!');
  expect(await rating.reviews()).toMatchObject([{ rating: 4, comment: 'Quick & kind <3\n„Danke“ 👍' }]);
  await page.open(rating.url);
  expect(await page.html()).toContain('cannot be used any more');
  expect(await page.width()).toBe(320);
});

test('a customer rates in a terminal', { ...skippedFor(whyNoBrowser('w3m')), timeout: LIMIT_MS }, async () => {
  const rating = await served();
  const env = deskEnvironment(temporaryFolder());
  const terminal = openTerminal({
    command: BROWSERS.w3m,
    isForeign: true,
    args: ['-o', 'auto_image=0', rating.url],
    env,
  });
  await terminal.sees('How was our help?');
  for (const line of ['( )1 – very bad', '( )4 – good', '[Send]']) await terminal.sees(line);
  terminal.press('tab', 'tab', 'tab', 'tab', 'enter');
  await terminal.sees('(*)4 – good');
  terminal.type('/Send\r');
  await terminal.settled();
  terminal.press('enter');
  await terminal.sees('Thank you!');
  expect(await rating.reviews()).toMatchObject([{ rating: 4, comment: '' }]);
  terminal.type('Q');
  await terminal.exit();
});
