/**
 * How lists and an opened conversation hold at ten times the data: `npm run bench:growth`. Two numbers of conversations
 * may follow. At 1,000,000 conversations with 10,000,000 messages it takes some minutes and 10 GB in the temporary folder.
 */
import { openFilled, type Timing, timeInboxes, timeLists, timeOpen } from './center-measures.ts';
import { figure } from './figures.ts';

const [few = 100_000, many = few * 10] = process.argv.slice(2).map(Number);

const measure = async (count: number): Promise<ReadonlyMap<string, Timing>> => {
  const center = await openFilled(count);
  console.log(`${count} conversations: filled in ${(center.filledInMs / 1_000).toFixed(0)} s`);
  try {
    const timings = new Map(await timeLists(center.desk, (query, as) => `list as ${as}: ${query}`));
    timings.set('open', await timeOpen(center.desk));
    timings.set('inboxes', await timeInboxes(center.desk));
    return timings;
  } finally {
    await center.close();
  }
};

const before = await measure(few);
const after = await measure(many);
const ratios: number[] = [];
for (const [what, { p50, p95 }] of before) {
  const grown = after.get(what)!;
  const ratio = grown.p95 / p95;
  ratios.push(ratio);
  const was = `p50 ${p50.toFixed(2)} → ${grown.p50.toFixed(2)}  p95 ${p95.toFixed(2)} → ${grown.p95.toFixed(2)} ms`;
  figure(what, 'p95 ≤ 2 ×', `${was}  ${ratio.toFixed(1)} ×`);
}
console.log(`${ratios.filter(ratio => ratio <= 2).length} of ${ratios.length} within 2 ×`);
