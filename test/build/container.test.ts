import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLATFORMS } from '../../bin/build/bun.ts';
import { SBOM } from '../../bin/build/sbom.ts';
import { allSettings } from '../../src/cli/settings/table.ts';

const folder = join(import.meta.dirname, '../../bin/container');
const [image, compose] = ['Containerfile', 'compose.yaml'].map(name => readFileSync(join(folder, name), 'utf8')) as [
  string,
  string,
];

test('the image copies what the build makes, and runs as a user that is not root', () => {
  const made = [...Object.keys(PLATFORMS).map(name => `frontdesk-${name}`), 'LICENCES.txt', SBOM];
  const copied = [...image.matchAll(/dist-binary\/(\S+)/g)].map(([, name]) => name!);
  expect(copied.length).toBe(3);
  expect(made).toEqual(expect.arrayContaining(copied));
  expect(image).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});

test('compose passes settings that there are, tells no password, and waits for the drain', () => {
  const [, grace] = /stop_grace_period: (\d+)s/.exec(compose)!;
  // Requests in progress have ten seconds more.
  expect(Number(grace)).toBeGreaterThanOrEqual(allSettings.drain.default + 10);
  const variables = Object.values(allSettings).flatMap(setting => ('variable' in setting ? [setting.variable] : []));
  for (const [name] of compose.matchAll(/FRONTDESK_\w+/g)) expect(variables).toContain(name);
  for (const [, value] of compose.matchAll(/PASSWORD: (.*)/g)) expect(value).toMatch(/^\$\{POSTGRES_PASSWORD:\?\}$/);
  expect(compose).toMatch(/ports: \['127\.0\.0\.1:/);
});
