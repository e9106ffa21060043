import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { elsewhereFindings } from '../../../src/cli/doctor/elsewhere.ts';
import { t } from '../../../src/text/safe.ts';
import { makeContact, makeConversation } from '../../center/conversations.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { commandOn } from '../command-on.ts';
import { servedCenter } from '../served-center.ts';

async function open() {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  const rules = async () => (await center.call('GET', '/rules')).body.data;
  return { center, frontdesk, rules };
}

describe('frontdesk rules', () => {
  test('adds, lists, edits and removes rules in the words of the filter and of the commands', async () => {
    const { center, frontdesk, rules } = await open();
    const added = await frontdesk([
      ...['rules', 'add', 'Acme', '--when', 'from:@acme.example -tag:done is:waiting', '--off'],
      ...['--do', 'tag:acme tag:"big customer" assign:ben status:closed move:support later:3d note:"Say ""hello""."'],
    ]);
    expect(added).toEqual({ code: 0, stdout: 'Rule Acme was created.\n', stderr: '' });
    expect(await rules()).toMatchObject([
      {
        name: 'Acme',
        when: { from: '@acme.example', waiting: '1', not: { tags: ['done'] } },
        do: {
          add_tags: ['acme', 'big customer'],
          assign_to: center.agentId,
          status: 'closed',
          inbox_id: center.inboxId,
          snooze: '3d',
          note: 'Say "hello".',
        },
        enabled: false,
      },
    ]);
    await frontdesk(['rules', 'edit', 'acme', '--on', '--do', 'archive', '--when', '']);
    expect((await frontdesk(['rules', 'list'])).stdout).toBe('Acme\ton\t\tarchive\t\n');
    const removed = await frontdesk(['rules', 'remove', 'acme']);
    expect([removed.stdout, await rules()]).toEqual(['Rule Acme was removed.\n', []]);
  });

  test.for([
    [['add', 'A', '--do', 'taag:acme'], /A rule cannot do “taag:acme”. It can: tag:… untag:…/],
    [['add', 'A', '--do', 'archive:now'], /cannot do “archive:now”/],
    [['add', 'A', '--do', 'tag:a', '--when', 'frm:acme'], /Unknown filter "frm:acme": did you mean from:\?/],
    [['add', 'A', '--do', 'tag:a', '--when', 'is:unread'], /when\.unread/],
    [['add', 'A', '--do', 'assign:me'], /A rule is not an agent/],
    [['add', 'A', '--do', 'assign:nobody'], /Unknown agent "nobody"/],
    [['remove', 'A'], /There is no rule A/],
  ] as const)('refuses %o, and says what to do', async ([args, why]) => {
    const { frontdesk, rules } = await open();
    const { code, stderr } = await frontdesk(['rules', ...args]);
    expect([code === 0, await rules()]).toEqual([false, []]);
    expect(stderr).toMatch(why);
  });

  test('says of a rule that names what is gone that it is skipped, and doctor that the next message tries it', async () => {
    const { center, frontdesk } = await open();
    await frontdesk(['rules', 'add', 'Ben', '--do', 'assign:ben']);
    await center.call('PUT', `/agents/${center.agentId}`, { body: { disabled: true } });
    const { stdout } = await frontdesk(['rules', 'list']);
    expect(stdout).toContain(`skipped\t\tassign:"Ben Agent"\tagent ${center.agentId} is disabled`);
    const id = await makeConversation(center, { contacts: [await makeContact(center, 'Zoe')] });
    await center.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Any news?' } });
    const place = { url: center.url, token: async () => center.tokens.admin, tokenSource: t`a test`, signInsText: '' };
    const told = (await elsewhereFindings(place, () => center.clock.now)).map(one => `${one.message} ${one.remedy}`);
    const cure = 'Remove the cause. The next message that it matches tries it again.';
    expect(told).toContainEqual(
      expect.stringMatching(
        `has failed since [^,]+: “Ben” is skipped: agent ${center.agentId} is disabled\\. ${cure}$`,
      ),
    );
  });

  test('export prints what import reads at another help center; a second time changes nothing', async () => {
    const { frontdesk } = await open();
    const when = 'from:zoe inbox:support -status:closed -is:later is:waiting parcel';
    await frontdesk(['rules', 'add', 'First', '--when', when, '--do', 'tag:"two words" assign:ben note:"a\nb"']);
    await frontdesk([
      'rules',
      'add',
      'Second',
      '--do',
      'untag:x assign:none status:closed later:"3d 9" restore',
      '--off',
    ]);
    await frontdesk(['rules', 'edit', 'First', '--sort', '7']);
    const path = join(temporaryFolder(), 'rules.toml');
    const { stdout } = await frontdesk(['rules', 'export']);
    writeFileSync(path, stdout);
    const other = await open();
    expect((await other.frontdesk(['rules', 'import', path])).stdout).toBe(
      'Rule Second was created.\nRule First was created.\n',
    );
    expect((await other.frontdesk(['rules', 'export'])).stdout).toBe(stdout);
    expect((await other.frontdesk(['rules', 'import', path])).stdout).toBe('All rules are so already.\n');
    writeFileSync(path, stdout.replace('tag:\\"two', 'untag:\\"two'));
    expect((await other.frontdesk(['rules', 'import', path])).stdout).toBe('Rule First was changed.\n');
    writeFileSync(path, 'rules = 3');
    expect((await other.frontdesk(['rules', 'import', path])).stderr).toMatch(
      /is not a file of rules.*Nothing was changed/,
    );
  });

  test('try says what a rule would have done to the newest conversations, and does nothing', async () => {
    const { center, frontdesk } = await open();
    const [zoe, eve] = [await makeContact(center, 'Zoe'), await makeContact(center, 'Eve customer.example')];
    const one = await makeConversation(center, { contacts: [zoe] });
    const two = await makeConversation(center, { contacts: [zoe], tags: ['acme'] });
    await makeConversation(center, { contacts: [zoe], inbox_id: 2 });
    await makeConversation(center, { contacts: [eve] });
    await frontdesk(['rules', 'add', 'A', '--when', 'from:zoe@customer.example', '--do', 'tag:acme']);
    const { code, stdout, stderr } = await frontdesk(['rules', 'try', 'a']);
    expect([code, stdout.split('\n').map(line => line.split('\t').slice(0, 2).join(' '))]).toEqual([
      0,
      [`${two} unchanged`, `${one} planned`, ''],
    ]);
    expect(stderr).toBe(
      '2 conversations of the newest 4 match as they are now: 1 would change, 1 is so already. They would be: +acme 1. ' +
        'Mail that is not verified counts here, and not for the rule.\n',
    );
    expect((await center.call('GET', `/conversations/${one}`)).body.data.tags).toEqual([]);
  });

  test('try says so if nothing matches, also of a rule that sets a status', async () => {
    const { center, frontdesk } = await open();
    await makeConversation(center, { contacts: [await makeContact(center, 'Zoe')] });
    await frontdesk(['rules', 'add', 'A', '--when', 'from:@acme.example', '--do', 'status:closed']);
    expect(await frontdesk(['rules', 'try', 'a'])).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'None of the newest 1 conversations matches as it is now. ' +
        'Mail that is not verified counts here, and not for the rule.\n',
    });
  });
});
