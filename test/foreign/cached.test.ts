import { expect, test } from 'vitest';
import { openConversation } from '../../src/state/sync/thread.ts';
import { conversationOf, threadOf } from '../../src/state/visible.ts';
import { openCache } from '../cli/cache/open-cache.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { openForeignDesk } from './bench.ts';
import { receive } from './center/routes.ts';
import { FREEDOMS, type Variant } from './center/variant.ts';

const ONE = 101;
const FORMS = FREEDOMS.fields.flatMap(fields =>
  FREEDOMS.messages.map(messages => [fields, messages] as [Variant['fields'], Variant['messages']]),
);

test.for(FORMS)(
  'without versions, cached conversations are shown at once and read again: %s, %s',
  async ([fields, messages]) => {
    const folder = temporaryFolder();
    const first = await openForeignDesk(
      { fields, messages },
      {
        cache: openCache(folder).cache,
        fill: ({ conversation }) => void conversation('A late parcel', { id: ONE, assignTo: 8, tags: ['vip'] }),
      },
    );
    await openConversation(first.desk, ONE);
    await first.idle();
    first.desk.stop();
    const { cache } = first.desk;
    (cache as unknown as { end(): void }).end();

    receive(first.center.store, ONE, 'It came!');
    const second = await openForeignDesk({}, { cache: openCache(folder).cache, center: first.center, isCut: true });
    const { desk, center } = second;
    expect([desk.world().list.rows, desk.world().list.isCached]).toEqual([[ONE], true]);
    expect(conversationOf(desk.world(), ONE)).toMatchObject({ title: 'A late parcel', assign_to: 8, tags: ['vip'] });
    await openConversation(desk, ONE);
    const texts = () => threadOf(desk.world(), ONE)?.messages.map(({ body_text }) => body_text);
    expect([texts(), threadOf(desk.world(), ONE)?.isCached]).toEqual([['Hello, this is about A late parcel.'], true]);

    second.isCut = false;
    center.asked.length = 0;
    const reading = openConversation(desk, ONE);
    expect(texts()).toEqual(['Hello, this is about A late parcel.']);
    await reading;
    await second.idle();
    expect(texts()).toEqual(['Hello, this is about A late parcel.', 'It came!']);
    expect(threadOf(desk.world(), ONE)?.isCached).toBeUndefined();
    expect(center.asked).toContain(`GET /conversations/${ONE}${messages === 'listed' ? '/messages' : ''}`);
    expect(conversationOf(desk.world(), ONE)).toMatchObject({ title: 'A late parcel', assign_to: 8, tags: ['vip'] });
    desk.stop();
  },
);
