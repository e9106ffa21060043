import { describe, expect, it } from 'vitest';
import { sampled } from '../../harness/full.ts';
import { makeConversation } from '../conversations.ts';
import { centerOfEach, type Who } from '../open-center.ts';

const desk = centerOfEach();

function send(id: number, body: unknown, as: Who = 'agent') {
  return desk.call('POST', `/conversations/${id}/messages`, { as, body });
}

describe('the text of a message’s HTML', () => {
  const read = async (html: string | null, query: Readonly<Record<string, unknown>> = { html_text: '1' }) => {
    const id = await makeConversation(desk);
    const { body } = await send(id, { body_text: 'plain', body_html: html });
    return (await desk.call('GET', `/conversations/${id}/messages/${body.data.id}`, { query })).body.data;
  };

  it('is given if it is asked for, beside the other fields', async () => {
    expect(await read('<p>Hello <b>there</b></p><script>no()</script>')).toMatchObject({
      body_text: 'plain',
      html_text: 'Hello there',
    });
    const part = await read('<p>Hello</p>', { html_text: '1', body_limit: 1 });
    expect(part).toMatchObject({ body_text: 'p', body_html: null, html_text: 'Hello' });
    expect(await read('<p>Hello</p>', {})).not.toHaveProperty('html_text');
    expect(await read('<p>Hello</p>', { html_text: '0' })).not.toHaveProperty('html_text');
  });

  it('is null without HTML', async () => {
    expect(await read(null)).toMatchObject({ html_text: null });
  });

  it.each(
    sampled([
      [
        `<p>${'word '.repeat(60_000)}</p>`,
        /w\w*\n\n\[The rest of this HTML message is too long to be shown as text\.\]$/,
      ],
      // Written as one sign, read as many.
      [`<ul>${'<li>'.repeat(60_000)}</ul>`, /^/],
    ] as const),
  )('is bounded, and says that it goes on', async (html, end) => {
    const { html_text } = await read(html);
    expect(html_text.length).toBeLessThan(262_144 + 100);
    expect(html_text).toMatch(end);
  });
});
