import { describe, expect, test } from 'vitest';
import { answerNow, openRating } from './open-rating.ts';

const DAY_MS = 86_400_000;

describe('the page of a rating', () => {
  test('asks without scripts, tells nothing of the conversation, and changes nothing by being read', async () => {
    const rating = await openRating();
    const before = await rating.call('GET', `/conversations/${rating.conversationId}`);
    const answer = await rating.page();
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text.match(/type="radio" name="rating" value="[1-5]"/g)).toHaveLength(5);
    expect(text).not.toMatch(/<script|Parcel|Kim|customer\.example/i);
    await rating.page();
    expect(await rating.reviews()).toEqual([]);
    expect((await rating.call('GET', `/conversations/${rating.conversationId}`)).body).toEqual(before.body);
  });

  test('sends no referrer, is not cached, loads nothing and stands in no frame', async () => {
    const { headers } = await (await openRating()).page();
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  test('makes a review of the form, with history, and reopens nothing', async () => {
    const rating = await openRating();
    const answer = await rating.page({ rating: '4', comment: ' Quick\r\nand kind.\0 ' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Thank you!');
    expect(await rating.reviews()).toMatchObject([{ rating: 4, comment: 'Quick\nand kind.\ufffd', contact_id: 1 }]);
    expect((await rating.history()).at(-1)).toMatchObject({ event: 'review.added', agent_id: null });
    expect((await rating.call('GET', `/conversations/${rating.conversationId}`)).body.data.status).toBe('closed');
  });

  test('takes one rating, by whichever way it comes', async () => {
    const rating = await openRating();
    const sent = await Promise.all([rating.page({ rating: '1' }), rating.page({ rating: '5' })]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await rating.reviews()).toHaveLength(1);
    expect((await rating.page()).status).toBe(410);

    const other = await openRating();
    expect(await answerNow(other, 2)).toBe(true);
    expect((await other.page({ rating: '5' })).status).toBe(410);
    expect(await answerNow(other, 5)).toBe(false);
    expect(await other.reviews()).toMatchObject([{ rating: 2 }]);
  });

  test('is there for 30 days', async () => {
    const rating = await openRating();
    rating.clock.now += 30 * DAY_MS - 1;
    expect((await rating.page()).status).toBe(200);
    rating.clock.now += 1;
    const late = await rating.page({ rating: '5' });
    expect([late.status, (await rating.page()).status]).toEqual([410, 410]);
    expect(await late.text()).toContain('for 30 days');
    expect(await rating.reviews()).toEqual([]);
  });

  test('rates the conversation that took this one in', async () => {
    const rating = await openRating();
    const { data } = (await rating.call('POST', '/conversations', { body: { title: 'Survivor' } })).body;
    await rating.call('POST', `/conversations/${data.id}/merge`, {
      body: { conversation_ids: [rating.conversationId] },
    });
    expect((await rating.page({ rating: '3' })).status).toBe(200);
    expect((await rating.call('GET', `/conversations/${data.id}/reviews`)).body.data).toMatchObject([{ rating: 3 }]);
  });

  test('asks again, with the comment in it, for a form that cannot be taken', async () => {
    const rating = await openRating();
    const forms = [
      { comment: 'Fine <b>', rating: '' },
      { comment: 'Fine <b>', rating: '6' },
      { comment: 'Fine <b>', rating: '٤' },
      { comment: 'Fine <b>'.padEnd(10_001, '.'), rating: '4' },
    ];
    for (const form of forms) {
      const answer = await rating.page(form);
      expect([form.rating, answer.status]).toEqual([form.rating, 422]);
      const text = await answer.text();
      expect(text).toContain('role="alert"');
      expect(text).toContain('\nFine &lt;b&gt;');
    }
    expect(await rating.reviews()).toEqual([]);
    expect((await rating.page({ rating: '4' })).status).toBe(200);
  });

  test('is a friendly page for every other link', async () => {
    const rating = await openRating();
    const digit = rating.path.at(-1) === '0' ? '1' : '0';
    for (const path of ['/rate/', '/rate/x', `/rate/2${rating.path.slice(7)}`, `${rating.path.slice(0, -1)}${digit}`]) {
      const answer = await rating.page({ rating: '5' }, path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        410,
        'text/html; charset=utf-8',
      ]);
    }
    expect(await rating.reviews()).toEqual([]);
  });

  test('refuses other methods, bodies that are not a form, and huge ones', async () => {
    const rating = await openRating();
    const ask = (init: RequestInit) => rating.center.fetch(new Request(`http://desk.example${rating.path}`, init));
    expect((await ask({ method: 'PUT', body: 'rating=4' })).status).toBe(405);
    expect((await ask({ method: 'POST', body: '{"rating":4}' })).status).toBe(415);
    expect((await rating.page({ rating: '4', comment: 'x'.repeat(100_000) })).status).toBe(413);
    expect((await ask({ method: 'HEAD' })).status).toBe(200);
    expect(await rating.reviews()).toEqual([]);
  });

  test('may be requested a limited number of times a minute', async () => {
    const rating = await openRating({ rateLimit: 3 });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await rating.page()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    rating.clock.elapsed += 60_000;
    expect((await rating.page()).status).toBe(200);
  });

  test('never writes its token into the log', async () => {
    const rating = await openRating();
    await rating.page();
    await rating.page({ rating: '4', comment: 'private words' });
    expect(rating.log.slice(-3).join('\n')).toMatch(/GET rate 200/);
    expect(rating.log.join('\n')).not.toContain(rating.path.slice(-32));
    expect(rating.log.join('\n')).not.toContain('private words');
  });
});
