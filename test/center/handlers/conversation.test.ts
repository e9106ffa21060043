import { describe, expect, it } from 'vitest';
import { centerOfEach } from '../open-center.ts';

const desk = centerOfEach();

describe('creating a conversation', () => {
  it('refuses an inbox that the agent does not see, even the default one', async () => {
    for (const body of [{ title: 'x', inbox_id: 2 }, { title: 'x' }])
      expect((await desk.call('POST', '/conversations', { as: 'agent', body })).status).toBe(422);
    expect((await desk.call('GET', '/conversations')).body.data).toEqual([]);
  });
});
