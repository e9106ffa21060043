/** One figure with its labels; `part` is the end of its name in a histogram. */
export type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number];

function labelsText(labels: Sample[0]): string {
  const text = (value: string | number) => String(value).replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${text(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join()}}`;
}

/**
 * A metric in the text form of Prometheus (version 0.0.4); empty without a value. A name ends with its unit, that of a
 * counter with `_total`; `frontdesk_` is put before it unless it is the process's.
 */
export function metric(name: string, help: string, value: number | readonly Sample[] | null | undefined): string {
  const samples: readonly Sample[] = typeof value === 'number' ? [[{}, value]] : (value ?? []);
  if (samples.length === 0) return '';
  const whole = name.startsWith('process_') ? name : `frontdesk_${name}`;
  const type = name.endsWith('_total') ? 'counter' : 'part' in samples[0]![0] ? 'histogram' : 'gauge';
  const lines = samples.map(([{ part = '', ...labels }, one]) => `${whole}${part}${labelsText(labels)} ${one}\n`);
  return `# HELP ${whole} ${help}\n# TYPE ${whole} ${type}\n${lines.join('')}`;
}
