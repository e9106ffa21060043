import { expect, test } from 'vitest';
import { searchAddressBook } from '../../../src/cli/desk/address-book.ts';
import { allSettings } from '../../../src/cli/settings/table.ts';
import { takeValue } from '../../../src/cli/settings/takes.ts';

const environment = { ...process.env, FRONTDESK_TOKEN: 'secret' };

function ask(command: string, typed = 'zo') {
  return searchAddressBook(command, typed, environment, new AbortController().signal);
}

test('a line is an address, a tab and a name; more fields and empty lines do not count', async () => {
  expect(await ask(`printf 'zoe@x.example\\tZoë\\twork\\n\\nbob@x.example\\n'`)).toEqual([
    { name: 'Zoë', email: 'zoe@x.example' },
    { name: '', email: 'bob@x.example' },
  ]);
});

test.each([`echo %s`, `echo "%s" `, `echo '%s'`, `echo`])(
  '%s gets what is typed as words, never as a command',
  async command => {
    const typed = `zo'; echo "$(id)"; $FRONTDESK_TOKEN`;
    const read = takeValue(allSettings.address_book_command.takes, command);
    expect(await ask('value' in read ? read.value : '', typed)).toEqual([{ name: '', email: typed }]);
  },
);

test('the command knows no secret, and no control sign of it reaches the screen', async () => {
  expect(await ask('printf "x\\033[31m$FRONTDESK_TOKEN@y\\n" #')).toEqual([{ name: '', email: 'x^[[31m@y' }]);
});

test.each(['echo "name:%s"', 'sh -c "echo found %s"', 'sh -c "echo %s and"', 'grep %s people | head', '%s', ' '])(
  '%s is not a setting: its words could be read as a command',
  command => {
    expect(takeValue(allSettings.address_book_command.takes, command)).toEqual({
      not: 'a command with nothing or `%s` for its last word, such as "khard email --parsable %s"',
    });
  },
);

// A quote that is open before the words leaves one open after them, so that the shell refuses the whole.
test.each(['echo "a', "echo 'a"])('%s runs nothing', async command => {
  await expect(ask(command, '; echo run@x.example')).rejects.toThrow('it ended with code 2.');
});

test('a search that is given up ends the command', async () => {
  const given = AbortSignal.timeout(50);
  await expect(searchAddressBook('exec sleep 60 #', 'zo', environment, given)).rejects.toThrow();
});

test.each([
  ['kill -9 $$;', 'it ended with SIGKILL.'],
  ['exit 3', 'it ended with code 3.'],
  ['head -c 100000 /dev/zero #', 'it printed too much.'],
])('%s fails in words', async (command, reason) => {
  await expect(ask(command)).rejects.toThrow(reason);
});
