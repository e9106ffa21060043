import type { Endpoint } from '../../contract/endpoint.ts';

/** Returns a function that reduces a resource to the fields of a row (see `Endpoint.row`). */
export function cutTo(row: NonNullable<Endpoint['row']>): (whole: object) => object {
  const names = Object.keys((row as unknown as { readonly entries: object }).entries);
  return whole =>
    Object.fromEntries(
      names.filter(name => name in whole).map(name => [name, (whole as Readonly<Record<string, unknown>>)[name]]),
    );
}
