import { expect, onTestFinished, test } from 'vitest';
import { prepareList } from '../../../src/center/database/prepare.ts';
import { openCenter } from '../open-center.ts';

const named = prepareList(1, (db, names: readonly string[], least: number) =>
  db.selectFrom('tag').select('name').where('name', 'in', names).where('id', '>=', least).orderBy('id'),
);

test('a query about a list finds the rows for lists of every length, also after a longer list', async () => {
  const { center, close } = await openCenter();
  onTestFinished(() => close());
  const { reader } = center.context.store;
  const names = Array.from({ length: 9 }, (_, at) => `tag${at}`);
  await center.write(({ db }) =>
    db
      .insertInto('tag')
      .values(names.map(name => ({ name, name_key: name })))
      .execute(),
  );
  for (const length of [1, 2, 3, 4, 5, 8, 9, 6, 1])
    expect((await named(reader, names.slice(0, length), 0)).map(({ name }) => name)).toEqual(names.slice(0, length));
  const [{ id: third }] = (await reader.selectFrom('tag').select('id').where('name', '=', 'tag2').execute()) as [
    { id: number },
  ];
  expect((await named(reader, names.slice(0, 5), third)).map(({ name }) => name)).toEqual(['tag2', 'tag3', 'tag4']);
});
