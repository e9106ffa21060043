import { expect, test } from 'vitest';
import { filled, isShort } from '../../../src/state/conversation/filled.ts';
import { t } from '../../../src/text/safe.ts';
import { conversation } from '../../ui/world.ts';

const whole = conversation(7, 'A late parcel', { assign_to: 3, tags: [t`vip`], version: null });
const row = conversation(7, 'Another title', { version: null, unsaid: ['assign_to', 'tags'] });

test('a row keeps its unsaid fields as they were known', () => {
  expect(filled(whole, row)).toEqual({
    ...row,
    assign_to: 3,
    tags: ['vip'],
    unsaid: undefined,
    isRemembered: true,
  });
  expect(isShort(filled(whole, row))).toBe(true);
});

test('an unsaid field stays unsaid', () => {
  expect(filled(undefined, row)).toBe(row);
  expect(filled({ ...whole, unsaid: ['tags'] }, row)).toEqual({
    ...row,
    assign_to: 3,
    unsaid: ['tags'],
    isRemembered: true,
  });
  expect(isShort(row)).toBe(true);
});

test('of another version nothing is known', () => {
  expect(filled({ ...whole, version: 1 }, { ...row, version: 2 })).toEqual({ ...row, version: 2 });
  expect(filled({ ...whole, version: 2 }, { ...row, version: 2 })).toMatchObject({ assign_to: 3 });
  expect(isShort(filled({ ...whole, version: 2 }, { ...row, version: 2 }))).toBe(false);
});

test('a status without its name does not keep the name of another one', () => {
  const renamed = { ...whole, conversation_status_id: 2, status: t``, unsaid: ['status' as const] };
  expect(filled({ ...whole, status: t`open` }, renamed)).toBe(renamed);
});
