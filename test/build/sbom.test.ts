import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BUN_VERSION } from '../../bin/build/bun.ts';
import { SBOM, sbomOf, sumsOf, writeBeside } from '../../bin/build/sbom.ts';
import { launcher } from '../harness/launcher.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const bundled = [
  { name: 'zebra', version: '2.0.0', license: 'MIT' },
  { name: '@some/apple', version: '1.2.3', license: '(MIT OR Apache-2.0)' },
  { name: 'zebra', version: '2.0.0', license: 'MIT' },
];

test('the list of parts has each package once, in an order that does not depend on the build', () => {
  const text = sbomOf(bundled);
  expect(text).toBe(sbomOf(bundled.toReversed()));
  expect(JSON.parse(text)).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'frontdesk' } },
    components: [
      { purl: 'pkg:npm/%40some/apple@1.2.3', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
      { purl: 'pkg:npm/zebra@2.0.0', licenses: [{ license: { id: 'MIT' } }] },
    ],
  });
});

test('the build lists the bundled packages: as many as the notice names', () => {
  const dist = join(dirname(launcher), '../dist');
  const { components } = JSON.parse(readFileSync(join(dist, SBOM), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const titles = notices.match(/^(?:@[\w-]+\/)?[\w.-]+ \d+\.\d\S* \([^)\n]*\)+$/gm) ?? [];
  expect(components.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(
    [...new Set(titles.map(title => title.split(' ').slice(0, 2).join(' ')))].sort(),
  );
});

test('beside packages lie a list with the engine of the executable, and sums that sha256sum checks', () => {
  const folder = temporaryFolder();
  const [dist, packages] = [join(folder, 'dist'), join(folder, 'packages')];
  for (const made of [dist, packages]) mkdirSync(made);
  writeFileSync(join(dist, SBOM), sbomOf(bundled));
  writeFileSync(join(packages, 'frontdesk-linux-x64'), 'a program');
  writeBeside(packages, dist);
  const sums = readFileSync(join(packages, 'SHA256SUMS'), 'utf8');
  writeBeside(packages, dist);
  expect(sums).toBe(sumsOf(packages));
  expect(sums.match(/^[\da-f]{64} {2}\S+$/gm)?.map(line => line.slice(66))).toEqual(['frontdesk-linux-x64', SBOM]);
  expect(readFileSync(join(packages, SBOM), 'utf8')).toContain(`"version": "${BUN_VERSION}"`);
  const { status } = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: packages });
  expect(status).toBe(0);
});
