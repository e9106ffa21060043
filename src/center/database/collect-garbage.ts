type Collect = (options: { readonly type: 'major' | 'minor'; readonly flavor?: 'last-resort' }) => void;

/** V8's collector, which shows itself only to contexts made under a flag; on another engine nothing. */
export async function openCollector(): Promise<Collect> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([import('node:v8'), import('node:vm')]);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as Collect) : () => undefined;
}
