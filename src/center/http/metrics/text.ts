/** One figure with its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number];

/** One metric in the form of Prometheus. A name ends with its unit; that of a counter with `_total`. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type?: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** A gauge without labels; none if there is no value. */
export function gauge(name: string, help: string, value: number | null | undefined): Metric {
  return { name, help, samples: value === null || value === undefined ? [] : [[{}, value]] };
}

function labelsText(labels: Sample[0]): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  );
  return parts.length === 0 ? '' : `{${parts.join()}}`;
}

/** The metrics in the text form of Prometheus (version 0.0.4). The label `part` of a histogram is the end of its name. */
export function metricsText(metrics: readonly Metric[]): string {
  const lines = metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, type = 'gauge', samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(([{ part = '', ...labels }, value]) => `${name}${part}${labelsText(labels)} ${value}`),
    ]);
  return `${lines.join('\n')}\n`;
}
