import { expect } from 'vitest';
import type { Center } from '../../../../src/center/center.ts';
import { beginTry, takeDue } from '../../../../src/center/model/outgoing/due.ts';
import { recordSending } from '../../../../src/center/model/outgoing/settle.ts';
import { NO_CONVERSATION } from '../../../../src/center/model/work.ts';
import type { Called, CallOptions, OpenCenter } from '../../open-center.ts';

type CallAt = (method: string, path: string, options?: CallOptions) => Promise<Called>;

/**
 * In each round a letter is taken, and then one process begins its try while another takes the message back: exactly one
 * of the two succeeds, also if the try ends meanwhile. Returns the ends that were seen.
 */
export async function raceTakeBack(desk: OpenCenter, sender: Pick<Center, 'write'>, call: CallAt, rounds: number) {
  const taker = { owner: { id: 'sender', hasEnded: () => false }, isSteady: true };
  await desk.call('POST', `/inboxes/${desk.inboxId}/emails`, { body: { email: 'help@shop.example' } });
  const contact = await desk.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
  const ended = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const asked = { title: `Round ${round}`, inbox_id: desk.inboxId, contacts: [contact.body.data.id] };
    const { id } = (await desk.call('POST', '/conversations', { body: asked })).body.data;
    const path = `/conversations/${id}/messages`;
    const body = { body_text: 'It is on its way.', deliver: true };
    const reply = await desk.call('POST', path, { as: 'admin', body });
    expect(reply.status).toBe(201);
    desk.clock.now += 20_000;
    const [due] = await sender.write(work => takeDue(work, taker, 1), NO_CONVERSATION);
    const outcome = { reply: '250 OK', left: [], refused: [], failure: null };
    const tryIt = async () => {
      const begun = await sender.write(work => beginTry(work, due!), NO_CONVERSATION);
      if (begun && round % 2 === 0) await sender.write(work => recordSending(work, begun, outcome));
      return begun;
    };
    const takeBack = () => call('DELETE', `${path}/${reply.body.data.id}?unsent=1`, { as: 'admin' });
    const [begun, taken] = await Promise.all([tryIt(), takeBack()]);
    expect(taken.status, `round ${round}`).toBe(begun ? 409 : 204);
    ended.add(begun ? 'sent' : 'taken back');
    if (begun && round % 2 !== 0) await sender.write(work => recordSending(work, begun, outcome));
  }
  return ended;
}
