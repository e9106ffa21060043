import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withClient } from '../../../src/cli/elsewhere/with-client.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { servedCenter } from '../served-center.ts';
import { shellHere } from '../shell-here.ts';

test('a command works on the help center at --url as the agent of FRONTDESK_TOKEN', async () => {
  const { url, tokens } = await servedCenter();
  const { shell } = shellHere({ FRONTDESK_TOKEN: tokens.agent });
  const name = await withClient(shell, { url }, async ({ client, place }) => [
    (await client.session.me()).data.agent?.name,
    place,
  ]);
  expect(name).toEqual(['Ben Agent', new URL(url).host]);
});

test('a refusal ends a command with the help center’s reason; 3 says that it refuses the sign-in', async () => {
  const { url, tokens } = await servedCenter();
  const as = (token: string) => shellHere({ FRONTDESK_TOKEN: token }).shell;
  const missing = withClient(as(tokens.agent), { url }, ({ client }) =>
    client.conversation.get({ params: { conversation_id: 999 } }),
  );
  await expect(missing).rejects.toMatchObject({ code: 1, message: expect.stringContaining('conversation') });
  const stranger = withClient(as('fd_nobody'), { url }, ({ client }) => client.session.me());
  await expect(stranger).rejects.toMatchObject({ code: 3 });
  const nowhere = withClient(as('any'), { url: 'http://127.0.0.1:1' }, ({ client }) => client.session.me());
  await expect(nowhere).rejects.toMatchObject({ code: 3 });
  await expect(withClient(shellHere().shell, { url }, async () => 0)).rejects.toMatchObject({
    code: 3,
    message: expect.stringContaining('FRONTDESK_TOKEN'),
  });
});

test('without an address a command works on the database here, and --read-only lets it change nothing', async () => {
  const database = join(temporaryFolder(), 'center.db');
  const { shell } = shellHere();
  const change = withClient(shell, { database, readOnly: true }, async ({ client }) => {
    await client.inbox.list();
    return client.inbox.create({ body: { name: 'Sales' } });
  });
  await expect(change).rejects.toMatchObject({ code: 1, message: expect.stringContaining('--read-only') });
  const { data } = await withClient(shell, { database }, ({ client }) => client.inbox.list());
  expect(data.map(({ name }) => name)).not.toContain('Sales');
});
