import { migrationNames } from '../../src/center/database/migrations/list.ts';
import { version } from '../../src/center/database/migrations/newer.ts';

/** Statements after which a help center's database is a newer program's, 99.0.0's. Later programs write the same. */
export const NEWER = [
  `insert into setting (key, value) values ('tables_of', '99.0.0') on conflict (key) do update set value = excluded.value`,
  `insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`,
] as const;

/** What this program says of such a database: both versions and what to do. */
export const saidOfNewer = new RegExp(
  `frontdesk 99.0.0 made the tables of this database .9999-later., and this is frontdesk ${version}, which knows those up to ` +
    `${migrationNames.at(-1)}; nothing (?:in it was changed|was stored): ` +
    'install frontdesk 99.0.0 or newer, or restore a backup from before',
);
