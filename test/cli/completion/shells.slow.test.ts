import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { createApiKey } from '../../../src/center/auth/administration.ts';
import { bash } from '../../../src/cli/completion/scripts/bash.ts';
import { fish } from '../../../src/cli/completion/scripts/fish.ts';
import { zsh } from '../../../src/cli/completion/scripts/zsh.ts';
import { createClient } from '../../../src/client/client.ts';
import { createCenter } from '../../harness/center.ts';
import { SHELLS_AND_READERS, whyNotInstalled } from '../../harness/installed.ts';
import { launcher } from '../../harness/launcher.ts';
import { openTerminal } from '../../harness/pty.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';

/** Tags that a shell would run or divide if they were not quoted, and how a person begins to type them. */
const TAGS = [
  ['a$(touch ran)`touch ran`', '--tag a'],
  [`b'; touch ran; "  $x`, '--tag "b'],
  ['d:e=f', '--tag=d:'],
  ['gé~*?!!', '--tag=g'],
  ['-dash', '--tag=-d'],
] as const;

/** Other tests run meanwhile. */
const SLOWLY = { within: 15_000 };

/** A home folder with a help center that has these tags, and `frontdesk` in the PATH. */
async function home() {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const data = join(env.XDG_DATA_HOME!, 'frontdesk');
  const bin = join(folder, 'bin');
  for (const made of [data, bin, join(env.XDG_CONFIG_HOME!, 'fish')]) mkdirSync(made, { recursive: true, mode: 0o700 });
  symlinkSync(launcher, join(bin, 'frontdesk'));
  const center = await createCenter({
    database: join(data, 'center.db'),
    attachmentsFolder: join(data, 'attachments'),
  });
  const { token } = await createApiKey(center, 'test');
  const client = createClient({ baseUrl: 'http://here', token: () => token, answer: center.answer });
  await client.conversation.create({ body: { title: 'Parcel', tags: TAGS.map(([tag]) => tag) } });
  await center.close();
  return { folder, env: { ...env, PATH: `${bin}${delimiter}${env.PATH}` } };
}

/** `args` starts the shell without a person's settings, and `prepare` gives it its prompt. */
interface ShellUnderTest {
  readonly path: string;
  readonly script: string;
  readonly args: (file: string) => readonly string[];
  readonly prepare: (file: string) => string;
}

const SHELLS: Readonly<Record<string, ShellUnderTest>> = {
  bash: {
    path: '/usr/bin/bash',
    script: bash,
    args: file => ['--rcfile', file, '-i'],
    prepare: () => `set +H\nPS1='ready> '\n`,
  },
  zsh: {
    path: '/usr/bin/zsh',
    script: zsh,
    args: () => ['-d', '-i'],
    prepare: () => `autoload -U compinit; compinit -u -D; PS1='ready> '; unsetopt bang_hist prompt_sp\n`,
  },
  fish: {
    path: '/usr/bin/fish',
    script: fish,
    args: file => ['--no-config', '-i', '-C', `source ${file}`],
    prepare: () =>
      `function fish_prompt; printf 'ready> '; end\nset -g fish_greeting\nset -g fish_autosuggestion_enabled 0\n`,
  },
};

for (const [name, { path, script, args, prepare }] of Object.entries(SHELLS)) {
  test(`${name} completes live names, and no name of a tag is run`, {
    ...skippedFor(whyNotInstalled(path, SHELLS_AND_READERS)),
    timeout: 60_000,
  }, async () => {
    const { folder, env } = await home();
    const file = join(folder, name === 'zsh' ? '.zshrc' : 'rc');
    // Prints each argument in brackets.
    const printing =
      name === 'fish' ? 'function said; printf "[%s]" $argv; echo; end\n' : 'said() { printf "[%s]" "$@"; echo; }\n';
    writeFileSync(file, `${prepare(file)}${script}${printing}`);
    const terminal = openTerminal({
      command: path,
      args: args(file),
      env: { ...env, ZDOTDIR: folder },
      cwd: folder,
      columns: 120,
      rows: 40,
      isForeign: true,
    });
    await terminal.sees('ready>', SLOWLY);
    // Each start of the program costs time: bash alone joins words itself.
    for (const [tag, begun] of name === 'bash' ? TAGS : TAGS.slice(0, 2)) {
      const typed = `frontdesk conversations tag ${begun}`;
      const line = () => terminal.screen().findLast(row => row.startsWith('ready> ')) ?? '';
      terminal.type(typed);
      await terminal.until(() => line().endsWith(typed), 'what was typed', SLOWLY);
      terminal.type('\t');
      await terminal.until(() => !line().endsWith(typed), 'the completed name', SLOWLY);
      await terminal.settled();
      // At the start of the line: the whole line is printed, and not run.
      terminal.type('\x01said \r');
      await terminal.sees(`${begun.startsWith('--tag=') ? '--tag=' : '--tag]['}${tag}]`, SLOWLY);
    }
    expect(readdirSync(folder)).not.toContain('ran');
  });
}
