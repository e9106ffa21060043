import * as v from 'valibot';

/** A field of a resource, a body or a query: its schema, and its meaning in whole sentences for a reader of the API. */
export type Field<Schema extends v.GenericSchema = v.GenericSchema> = readonly [schema: Schema, meaning: string];

type Fields = Readonly<Record<string, Field>>;
type Entries<F extends Fields> = { [Name in keyof F]: F[Name][0] };

/** Fields that several objects share, with their exact types. */
export const fields = <F extends Fields>(given: F): F => given;

/**
 * An object of these fields. The meanings are metadata of the object: the schemas of the fields stay as they are, because
 * a reader of answers knows some of them by identity.
 */
export const described = <F extends Fields>(given: F): v.ObjectSchema<Entries<F>, undefined> => {
  const part = (at: 0 | 1) => Object.fromEntries(Object.entries(given).map(([name, field]) => [name, field[at]]));
  return v.pipe(v.object(part(0) as Entries<F>), v.metadata({ meanings: part(1) }));
};
