import { deleteRows } from '../database/rows.ts';
import type { Db } from '../database/tables.ts';
import { keepSetting, readSetting } from './setting.ts';
import type { Work } from './work.ts';

/** First and last id of conversations that were made together. */
type Range = readonly [first: number, last: number];

const settingKey = 'sample_conversations';

async function readRanges(db: Db): Promise<Range[]> {
  return JSON.parse((await readSetting(db, settingKey)) ?? '[]') as Range[];
}

function toRanges(ids: readonly number[]): Range[] {
  const ranges: [number, number][] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

/** Records that these conversations are a sample. */
export async function rememberSample(work: Work, ids: readonly number[]): Promise<void> {
  const ranges = [...(await readRanges(work.db)), ...toRanges(ids)];
  await keepSetting(work, settingKey, JSON.stringify(ranges));
}

/** Forgets which conversations are a sample. */
export async function forgetSample(work: Work): Promise<void> {
  await deleteRows(work.db, 'setting', { key: settingKey });
}

/** The ids of the sample conversations. */
export async function sampleIds(db: Db): Promise<number[]> {
  return (await readRanges(db)).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
}

/** Whether a conversation is of the sample: nothing is sent from it. */
export async function isSample(db: Db, conversationId: number): Promise<boolean> {
  return (await readRanges(db)).some(([first, last]) => conversationId >= first && conversationId <= last);
}
