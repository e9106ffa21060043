/** What the center over HTTP is measured against: a hono route that runs one prepared SELECT. Its database is the argument. */
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const database = new DatabaseSync(process.argv[2]!, { readOnly: true });
const select = database.prepare('select * from conversation where id = ?');
const app = new Hono();
app.get('/api/agent/v1/conversations/:id', context => context.json({ ...select.get(Number(context.req.param('id'))) }));
process.on('SIGTERM', () => process.exit());
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
