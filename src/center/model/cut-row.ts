import type { Endpoint } from '../../contract/endpoint.ts';

/** Returns a function that reduces a resource to the fields of a row (see `Endpoint.row`) and to `more`. */
export function cutTo(row: NonNullable<Endpoint['row']>, more: readonly string[] = []): (whole: object) => object {
  const own = Object.keys((row as unknown as { readonly entries: object }).entries);
  const names = [...new Set([...own, ...more])];
  return whole => {
    const cut: Record<string, unknown> = {};
    for (const name of names) if (name in whole) cut[name] = (whole as Readonly<Record<string, unknown>>)[name];
    return cut;
  };
}
