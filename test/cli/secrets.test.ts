import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEditor } from '../../src/cli/desk/editor.ts';
import { childEnvironment, SECRET_VARIABLES, secretValues } from '../../src/cli/secrets.ts';
import { temporaryFolder } from '../harness/temporary.ts';

test('the editor gets the agent’s environment without our secrets', async () => {
  const folder = temporaryFolder();
  const editor = join(folder, 'editor');
  writeFileSync(editor, '#!/bin/sh\nenv > "$1"\n');
  chmodSync(editor, 0o700);
  const secrets = Object.fromEntries(SECRET_VARIABLES.map(name => [name, `canary of ${name}`]));
  const seen = await createEditor({ PATH: process.env.PATH, EDITOR: editor, LANG: 'C', ...secrets }).edit('', () => {});
  expect(seen).toContain('LANG=C');
  expect(seen).not.toContain('canary');
  for (const name of SECRET_VARIABLES) expect(seen).not.toContain(name);
});

test('every variable that is read as a secret is hidden from children and from reports', () => {
  const read = new Set<string>();
  for (const file of globSync('src/**/*.{ts,tsx}'))
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /\b(?:environment|env)\.(\w*(?:TOKEN|KEY|PASSWORD|SECRET)\w*)/g,
    ))
      read.add(name!);
  expect([...read].sort()).toEqual(['FRONTDESK_API_KEY', 'FRONTDESK_TOKEN', 'PGPASSWORD']);
  for (const name of read) expect(SECRET_VARIABLES).toContain(name);
  const environment = { HOME: '/h', PGPASSWORD: 'p', FRONTDESK_TOKEN: 't' };
  expect(childEnvironment(environment)).toEqual({ HOME: '/h' });
  expect(secretValues(environment)).toEqual(['t', 'p']);
});

test('a command of the agent’s own gets no variable that holds a secret, by its name or by its value', () => {
  const kept = {
    HOME: '/h',
    SSH_ASKPASS: '/usr/bin/ask',
    PATH: '/bin',
    FRONTDESK_DATABASE: '/srv/center.db',
    SHOP: 'https://shop.example/?a=b',
  };
  const dropped = {
    DB_PASS: 'canary',
    SMTP_PASS: 'canary',
    PASS: 'canary',
    GITHUB_PAT: 'canary',
    AWS_CREDS: 'canary',
    OPENAI_API_KEY: 'canary',
    DATABASE_URL: 'postgres://desk:canary@db.example/desk',
    OTHER_URL: 'postgres://db.example/desk?user=desk&password=canary',
  };
  expect(childEnvironment({ ...kept, ...dropped }, 'all')).toEqual(kept);
});

test('no program gets the address of the database with its password', () => {
  for (const FRONTDESK_DATABASE of ['postgres://desk:canary@db.example/desk', 'postgres://db/desk?password=canary'])
    expect(childEnvironment({ HOME: '/h', FRONTDESK_DATABASE })).toEqual({ HOME: '/h' });
  const FRONTDESK_DATABASE = 'postgres://desk@db.example/desk';
  expect(childEnvironment({ FRONTDESK_DATABASE })).toEqual({ FRONTDESK_DATABASE });
});

test('programs of others are started without secrets; a desk that hands over starts frontdesk itself', () => {
  const starting = globSync('src/**/*.{ts,tsx}').filter(file =>
    /from 'node:(?:child_process|cluster)'/.test(readFileSync(file, 'utf8')),
  );
  for (const file of starting) {
    const source = readFileSync(file, 'utf8').replaceAll('spawn(process.execPath', '');
    if (source.includes('spawn(')) expect(source).toContain('childEnvironment(');
  }
});
