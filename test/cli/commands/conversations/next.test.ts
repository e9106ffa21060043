import { expect, test } from 'vitest';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

test('next takes what waits longest, and with --peek only names it', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  const contact = await center.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
  const body = { title: 'Refund', inbox_id: center.inboxId, contacts: [contact.body.data.id] };
  const { id } = (await center.call('POST', '/conversations', { body })).body.data;
  await center.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
  const next = (...more: string[]) => frontdesk(['conversations', 'next', ...more], { as: 'agent' });
  const read = async () => (await center.call('GET', `/conversations/${id}`)).body.data.assign_to;
  expect((await next('--peek')).stdout).toContain(`${id}\topen\tRefund\tZoë`);
  expect(await read()).toBeNull();
  expect((await next('--inbox', 'support', '--json', 'id,title')).stdout).toContain(`{"id":${id},"title":"Refund"}`);
  expect(await read()).toBe(center.agentId);
  expect((await next('--inbox', 'nowhere')).code).toBe(2);
  await center.call('PUT', `/conversations/${id}`, { body: { conversation_status_id: 2 } });
  expect(await next()).toEqual({ code: 0, stdout: '', stderr: '' });
});
