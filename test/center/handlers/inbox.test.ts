import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugOf } from '../../../src/center/model/inbox/settings.ts';
import { runs } from '../../harness/full.ts';
import { centerOfEach } from '../open-center.ts';

const desk = centerOfEach();

async function list(): Promise<{ readonly id: number; readonly sort: number }[]> {
  return (await desk.call('GET', '/inboxes')).body.data;
}
async function get(id: number, as: 'admin' | 'agent' = 'admin') {
  return (await desk.call('GET', `/inboxes/${id}`, { as })).body.data;
}

describe('creating an inbox', () => {
  test('makes a well-formed slug, or none, from any name', () => {
    expect(['Ünïcödé Straße', '2024'].map(slugOf)).toEqual(['unicode-strasse', '']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name => {
        expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slugOf(name).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe('positions', () => {
  const order = async () => {
    const all = await list();
    expect(all.map(inbox => inbox.sort)).toEqual([...all.keys()]);
    return all.map(inbox => inbox.id);
  };

  test('stay dense after any moves', async () => {
    for (const name of ['A', 'B', 'C']) await desk.call('POST', '/inboxes', { body: { name } });
    const moves = fc.array(fc.record({ id: fc.integer({ min: 1, max: 6 }), sort: fc.nat(8) }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(moves, async all => {
        for (const { id, sort } of all) {
          await desk.call('POST', `/inboxes/${id}/sort`, { body: { sort } });
          expect((await order()).indexOf(id)).toBe(Math.min(sort, 5));
        }
      }),
      { numRuns: runs(15), seed: 1 },
    );
  });
});

describe('subscribing', () => {
  test.for(['agent', 'team', 'save', 'members'] as const)('ends when the agent loses access by %s', async way => {
    const team = (await desk.call('POST', '/teams', { body: { name: 'T', agent_ids: [desk.agentId] } })).body.data.id;
    await desk.call('POST', '/inboxes/1/teams', { body: { team_id: team } });
    const id = way === 'agent' || way === 'save' ? desk.inboxId : 1;
    await desk.call('POST', `/inboxes/${id}/subscribe`, { as: 'agent' });
    await desk.call('POST', `/inboxes/${id}/subscribe`);
    if (way === 'agent') await desk.call('DELETE', `/inboxes/${id}/agents/${desk.agentId}`);
    if (way === 'team') await desk.call('DELETE', `/inboxes/${id}/teams/${team}`);
    if (way === 'save') await desk.call('POST', '/inboxes/save', { body: { id, agent_ids: [] } });
    if (way === 'members') await desk.call('PUT', `/teams/${team}`, { body: { agent_ids: [] } });
    expect((await desk.call('GET', `/inboxes/${id}`, { as: 'agent' })).status).toBe(404);
    await desk.call('POST', `/inboxes/${id}/agents`, { body: { agent_id: desk.agentId } });
    expect((await get(id, 'agent')).subscribed).toBe(false);
    expect((await get(id)).subscribed).toBe(true);
  });
});
