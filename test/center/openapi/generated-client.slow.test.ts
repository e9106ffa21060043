import { execFile } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/center/http/listen.ts';
import { openApi } from '../../../src/center/openapi/document.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { openCenter } from '../open-center.ts';
import { type ClientDocument, typedClient } from './typed-client.ts';

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
const run = promisify(execFile);

const strict = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  files: ['round.ts'],
};

test('a client that is generated from the document compiles in strict TypeScript and goes a round', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const document = JSON.parse(JSON.stringify(openApi())) as ClientDocument;
  writeFileSync(join(folder, 'api.ts'), typedClient(document));
  copyFileSync(pathOf('fixtures/round.ts'), join(folder, 'round.ts'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strict));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  symlinkSync(pathOf('../../../node_modules'), join(folder, 'node_modules'));
  await run(pathOf('../../../node_modules/.bin/tsc'), ['--project', folder]);

  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const server = await listen(desk.center, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const { stdout } = await run(process.execPath, [
    join(folder, 'round.ts'),
    server.url,
    desk.tokens.agent,
    String(desk.inboxId),
  ]);
  expect(JSON.parse(stdout)).toEqual({
    kind: 'agent',
    tags: [['shipping', 'vip']],
    preview: 'It left today.',
    next: null,
    refusal: { error: { code: 'not_found', message: expect.stringMatching(/^There is no/) } },
  });
});
