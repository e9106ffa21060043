import * as v from 'valibot';

/** A field of a resource, a body or a query: its schema, and its meaning in whole sentences for a reader of the API. */
export type Field<Schema extends v.GenericSchema = v.GenericSchema> = readonly [schema: Schema, meaning: string];

/** Fields by their names. */
export type Fields = Readonly<Record<string, Field>>;
type Entries<F extends Fields> = { [Name in keyof F]: F[Name][0] };

/** Fields that several objects share, with their exact types. */
export function fields<F extends Fields>(given: F): F {
  return given;
}

/**
 * An object of these fields. Their meanings are stored as metadata of the object, for documents: the schemas themselves
 * stay as they are, because a reader of answers recognises some of them by identity. Every start of the desk runs this
 * for each object, so it only extracts the schemas.
 */
export function described<F extends Fields>(given: F): v.ObjectSchema<Entries<F>, undefined> {
  const entries: Record<string, v.GenericSchema> = {};
  for (const name in given) entries[name] = given[name]![0];
  return v.pipe(v.object(entries as Entries<F>), v.metadata({ fields: given }));
}

/** The same, for objects that people write: an unknown field is refused, because a typo would lose its value. */
export function describedStrictly<F extends Fields>(given: F): v.StrictObjectSchema<Entries<F>, undefined> {
  return v.pipe(v.strictObject(described(given).entries), v.metadata({ fields: given }));
}

/** An object with the fields of another one except these, with their meanings. */
export function omit<E extends v.ObjectEntries, Name extends keyof E & string>(
  whole: v.ObjectSchema<E, undefined>,
  ...names: readonly Name[]
): v.ObjectSchema<Omit<E, Name>, undefined> {
  const all = Object.entries(v.getMetadata(whole as unknown as v.GenericSchema).fields as Fields);
  const left = all.filter(([name]) => !(names as readonly string[]).includes(name));
  return described(Object.fromEntries(left)) as unknown as v.ObjectSchema<Omit<E, Name>, undefined>;
}

/** An object with the fields of another one, and these; a field of the same name replaces the other's. */
export function withFields<E extends v.ObjectEntries, F extends Fields>(
  whole: v.ObjectSchema<E, undefined>,
  more: F,
): v.ObjectSchema<E & Entries<F>, undefined> {
  const all = v.getMetadata(whole as unknown as v.GenericSchema).fields as Fields;
  return described({ ...all, ...more }) as unknown as v.ObjectSchema<E & Entries<F>, undefined>;
}
