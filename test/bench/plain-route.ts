/** What the center over HTTP is measured against: a bare route that runs one prepared SELECT. Its database is the argument. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(process.argv[2]!, { readOnly: true });
const select = database.prepare('select * from conversation where id = ?');
const server = createServer(({ url = '' }, response) => {
  const body = JSON.stringify(select.get(Number(url.slice(url.lastIndexOf('/') + 1))));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
});
process.on('SIGTERM', () => process.exit());
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
