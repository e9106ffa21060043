import { expect, test } from 'vitest';
import { connect } from '../../../src/cli/desk/connection.ts';
import type { Shell } from '../../../src/cli/shell.ts';

async function identityOf(url: string): Promise<string> {
  return (await connect({ environment: { FRONTDESK_TOKEN: 'token' } } as unknown as Shell, { url })).identity;
}

test.for([
  ['https://help.shop.example', 'https://help.shop.example/'],
  ['https://help.shop.example/desk', 'https://help.shop.example/desk/'],
  ['https://help.shop.example/desk', 'https://HELP.shop.example:443/desk//'],
  ['https://help.shop.example/desk', 'https://help.shop.example/desk#inbox'],
] as const)(
  '%s and %s are the same help center: the kept state of one is found for the other',
  async ([one, other]) => {
    expect(await identityOf(other)).toBe(await identityOf(one));
  },
);

test('another folder of the same host is another help center', async () => {
  expect(await identityOf('https://help.shop.example/desk')).not.toBe(await identityOf('https://help.shop.example'));
});
