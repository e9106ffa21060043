import { describe, expect, it } from 'vitest';
import { unresolved } from '../../../src/state/query/views.ts';
import { loadMore, openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { poll } from '../../../src/state/sync/refresh.ts';
import { type FakeCenter, fakeCenter, type Row, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const SPAM = 2;

/** Odd ids are in inbox 2, which is spam where the help center has kinds. */
function rowsOf(more: Partial<Row> = {}): readonly Row[] {
  return [
    row(8, more),
    row(7, more),
    row(6, { ...more, status: 'closed', conversation_status_id: 2 }),
    row(4, { ...more, status: 'awaiting reply', conversation_status_id: 3 }),
    row(2, { ...more, archived: true }),
  ];
}
function listed({ center }: Bench): readonly string[] {
  return center.requests
    .filter(request => request.startsWith('GET /conversations?'))
    .map(request => decodeURIComponent(request.replace(/^.*\?|&?limit=\d+|&?fields=list/g, '').replaceAll('+', ' ')));
}
function rows({ desk }: Bench): readonly number[] {
  return desk.world().list.rows;
}

/** Changes what a help center answers. */
function answering(center: FakeCenter, change: (url: URL, answer: Response) => Response | Promise<Response>) {
  const { fetch } = center;
  center.fetch = async request => change(new URL(request.url), await fetch(request));
  return center;
}
function withSpam(center: FakeCenter): FakeCenter {
  return answering(center, async (url, answer) => {
    if (!url.pathname.endsWith('/inboxes')) return answer;
    const { data } = (await answer.json()) as { data: { id: number }[] };
    return Response.json({ data: data.map(inbox => ({ ...inbox, kind: inbox.id === SPAM ? 'spam' : 'default' })) });
  });
}

describe('the unresolved list', () => {
  it('is asked for with the first list, before the inboxes are known', async () => {
    const bench = await openDesk(withSpam(fakeCenter(rowsOf({ unread: false }))), { isLoaded: false });
    await Promise.all([loadPlaces(bench.desk), openList(bench.desk, unresolved)]);
    await bench.idle();
    expect(listed(bench)).toEqual(['snoozed=0&not[status][]=closed&not[inbox_ids][]=spam']);
  });

  it('of one inbox is asked for without a word of spam', async () => {
    const bench = await openDesk(rowsOf({ unread: false }), { query: { ...unresolved, inboxes: [SPAM] } });
    expect(listed(bench)).toEqual(['inbox_ids[]=2&snoozed=0&not[status][]=closed']);
    expect(rows(bench)).toEqual([7]);
  });

  it('leaves out the spam inbox by its id if the help center refuses its name', async () => {
    const center = answering(withSpam(fakeCenter(rowsOf({ unread: false }))), (url, answer) =>
      url.searchParams.has('not[inbox_ids][]', 'spam')
        ? Response.json({ error: { code: 'validation_failed', message: 'No.' } }, { status: 422 })
        : answer,
    );
    const bench = await openDesk(center, { isLoaded: false });
    await Promise.all([loadPlaces(bench.desk), openList(bench.desk, unresolved)]);
    await bench.idle();
    expect(listed(bench).at(-1)).toBe('snoozed=0&not[status][]=closed&not[inbox_ids][]=2');
    expect(bench.desk.world().list.problem).toBeNull();
  });
});

describe('the unresolved list at a help center that cannot exclude', () => {
  it('has one of its statuses but closed', async () => {
    const bench = await openDesk(rowsOf());
    expect(listed(bench)).toEqual(['status=open&status=awaiting reply']);
    expect(rows(bench)).toEqual([8, 7, 4]);
  });

  it('is right, too, if the list was asked for before anything was known, and is paged on alike', async () => {
    const bench = await openDesk(fakeCenter(rowsOf(), { pageSize: 2 }), { isLoaded: false });
    await Promise.all([loadPlaces(bench.desk), openList(bench.desk, unresolved)]);
    await bench.idle();
    while (bench.desk.world().list.nextCursor !== null) await loadMore(bench.desk);
    expect(rows(bench)).toEqual([8, 7, 4]);
    expect(new Set(listed(bench).map(request => request.replace(/&?cursor=.*$/, '')))).toEqual(
      new Set(['snoozed=0&not[status][]=closed&not[inbox_ids][]=spam', 'status=open&status=awaiting reply']),
    );
    await poll(bench.desk);
    expect(rows(bench)).toEqual([8, 7, 4]);
  });

  it('is everything that the desk cannot exclude if the help center lists no statuses', async () => {
    const center = fakeCenter(rowsOf());
    center.absent.add('/conversation_statuses');
    const bench = await openDesk(center);
    expect(listed(bench)).toEqual(['']);
    expect(rows(bench)).toEqual([8, 7, 4]);
  });

  it('leaves out spam if the inboxes have kinds', async () => {
    const bench = await openDesk(withSpam(fakeCenter(rowsOf())));
    await bench.idle();
    expect(rows(bench)).toEqual([8, 4]);
  });
});

it('a row that was closed or moved to spam by others keeps its place, with the reason', async () => {
  const bench = await openDesk(
    withSpam(fakeCenter([row(8, { unread: false }), row(6, { unread: false }), row(4, { unread: false })])),
  );
  bench.center.change(8, { status: 'closed', conversation_status_id: 2 });
  bench.center.change(6, { inbox_id: SPAM });
  const { fetch } = bench.center;
  bench.center.fetch = async request => {
    const answer = await fetch(request);
    if (!request.url.includes('/conversations?')) return answer;
    const { data } = (await answer.json()) as { data: Row[] };
    return Response.json({ data: data.filter(one => one.inbox_id !== SPAM) });
  };
  await poll(bench.desk);
  expect([...bench.desk.world().list.gone]).toEqual([
    [8, 'now closed'],
    [6, 'moved to Billing'],
  ]);
});
