/**
 * How lists and an opened conversation hold at ten times the data: `npm run bench -- growth`. Two numbers of conversations
 * may follow. At 1,000,000 conversations with 10,000,000 messages it takes some minutes and 10 GB in the temporary folder.
 */

import { figure, percentile } from '../harness/figures.ts';
import { openFilled, type Timings, timeReads } from './center-measures.ts';

const [few = 100_000, many = few * 10] = process.argv.slice(2).map(Number);

async function measure(count: number): Promise<Timings> {
  const { desk } = await openFilled(count);
  const { lists, open, inboxes } = await timeReads(desk);
  await desk.close();
  return new Map([...lists, ['open', open], ['inboxes', inboxes]]);
}

const before = await measure(few);
const after = await measure(many);
const parts = { p50: 0.5, p95: 0.95 } as const;
const ratios = [...before].map(([what, was]) => {
  const told = Object.entries(parts).map(([part, share]) => {
    const [small, large] = [percentile(was, share), percentile(after.get(what)!, share)];
    return { ratio: large / small, text: `${part} ${small.toFixed(2)} → ${large.toFixed(2)} ms` };
  });
  figure(what, '≤ 2 ×', told.map(({ ratio, text }) => `${text} ${ratio.toFixed(1)} ×`).join('   '));
  return told.map(({ ratio }) => ratio);
});
for (const [at, part] of Object.keys(parts).entries()) {
  const within = ratios.filter(pair => pair[at]! <= 2).length;
  console.log(`${within} of ${ratios.length} within 2 × by their ${part}`);
}
