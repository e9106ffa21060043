/**
 * How lists and an opened conversation hold at ten times the data: `npm run bench -- growth`. Two numbers of conversations
 * may follow. At 1,000,000 conversations with 10,000,000 messages it takes some minutes and 10 GB in the temporary folder.
 */
import { openFilled, type Timing, timeInboxes, timeLists, timeOpen } from './center-measures.ts';
import { figure } from './figures.ts';

const [few = 100_000, many = few * 10] = process.argv.slice(2).map(Number);

async function measure(count: number): Promise<ReadonlyMap<string, Timing>> {
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
}

const before = await measure(few);
const after = await measure(many);
const parts = ['p50', 'p95'] as const;
const ratios = [...before].map(([what, was]) => {
  const grown = after.get(what)!;
  const told = parts.map(part => {
    const ratio = grown[part] / was[part];
    return { ratio, text: `${part} ${was[part].toFixed(2)} → ${grown[part].toFixed(2)} ms ${ratio.toFixed(1)} ×` };
  });
  figure(what, '≤ 2 ×', told.map(({ text }) => text).join('   '));
  return told.map(({ ratio }) => ratio);
});
for (const [at, part] of parts.entries()) {
  const within = ratios.filter(pair => pair[at]! <= 2).length;
  console.log(`${within} of ${ratios.length} within 2 × by their ${part}`);
}
