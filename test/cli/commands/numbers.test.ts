import { expect, test } from 'vitest';
import { makeConversation } from '../../center/conversations.ts';
import { commandOn } from '../command-on.ts';
import { servedCenter } from '../served-center.ts';

async function open() {
  const center = await servedCenter();
  const ids = [await makeConversation(center), await makeConversation(center, { tags: ['=1+1'] })];
  center.clock.now += 42 * 60_000;
  const call = (path: string, body: object, as: 'admin' | 'agent') => center.call('POST', path, { as, body });
  await call(`/conversations/${ids[0]}/messages`, { body_text: 'It is on its way.' }, 'agent');
  await center.call('PUT', `/conversations/${ids[0]}`, { body: { conversation_status_id: 2 } });
  await center.call('POST', `/conversations/${ids[0]}/reviews`, { as: 'key', body: { rating: 4 } });
  return { center, frontdesk: commandOn(center) };
}

const DAYS = ['--from', '2026-03-01', '--to', '2026-03-02', '--zone', 'UTC'];

test('numbers prints a row for each agent, with its name, and of no agent last', async () => {
  const { frontdesk } = await open();
  const { code, stdout } = await frontdesk(['numbers', ...DAYS]);
  expect(code).toBe(0);
  expect(stdout.split('\n').map(line => line.split('\t'))).toEqual([
    ['Ada Admin', '0', '0', '–', '–', '1', '42m', '0', '0', '0', '–'],
    ['Ben Agent', '0', '1', '42m', '42m', '0', '–', '0', '0', '0', '–'],
    ['no agent', '2', '0', '–', '–', '0', '–', '0', '1', '1', '4.00'],
    [''],
  ]);
});

test('numbers as CSV and as JSON say the same, and no name is a formula', async () => {
  const { frontdesk } = await open();
  const csv = await frontdesk(['numbers', ...DAYS, '--by', 'tag', '--csv']);
  expect(csv.stdout).toBe(
    'name,came,answered,answer_median,answer_p90,targeted,in_time,closed,close_median,reopened,left,rated,rating_mean\r\n' +
      "'=1+1,1,0,,,0,0,0,,0,1,0,\r\n",
  );
  const json = await frontdesk(['numbers', ...DAYS, '--by', 'inbox', '--json', 'came,closed,close_median,rating_mean']);
  expect(JSON.parse(json.stdout)).toEqual([{ came: 2, closed: 1, close_median: 2_520, rating_mean: 4 }]);
});

test('numbers refuses what is not a day, and two forms at once', async () => {
  const { frontdesk } = await open();
  expect(await frontdesk(['numbers', '--from', 'soon'])).toMatchObject({ code: 2, stdout: '' });
  const both = await frontdesk(['numbers', '--csv', '--json', 'came']);
  expect(both.stderr).toContain('--csv and JSON exclude each other.');
  const long = await frontdesk(['numbers', '--from', '2020-01-01', '--to', '2026-01-01']);
  expect(long.stderr).toContain('366 days');
});
