import { expect, test } from 'vitest';
import { rowAt } from '../../../../src/cli/commands/administer/resource.ts';

const bob = { id: 1, name: 'Bob', email: 'bob@shop.example' };
const other = { id: 2, name: 'bob@shop.example', email: 'eve@shop.example' };

test('an agent whose name is a colleague’s address is not taken for that colleague', () => {
  expect(rowAt('agent', [other, bob], 'bob@shop.example')).toBe(bob);
  expect(rowAt('agent', [other, bob], 'bob')).toBe(bob);
});
