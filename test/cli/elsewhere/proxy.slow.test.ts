import { expect, test } from 'vitest';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';
import { answer, listen } from './raw-answer.ts';

const DATA = '{"data":{"id":1}}';

test('a proxy that the environment names is not asked: the token would go there', async () => {
  const asked: string[] = [];
  const proxy = await listen(socket => {
    asked.push('asked');
    socket.destroy();
  });
  const url = await listen(socket => socket.end(answer(`Content-Length: ${DATA.length}`, DATA)));
  const env = deskEnvironment(temporaryFolder(), { FRONTDESK_TOKEN: 'a-token', HTTP_PROXY: proxy, http_proxy: proxy });
  const { code, stdout } = await runShell(['api', 'GET', '/me', '--url', url], { env });
  expect([code, JSON.parse(stdout), asked]).toEqual([0, JSON.parse(DATA), []]);
});
