import { expect, test } from 'vitest';
import { searchAddressBook } from '../../../src/cli/desk/address-book.ts';

const environment = { ...process.env, FRONTDESK_TOKEN: 'secret' };

function ask(command: string, typed = 'zo') {
  return searchAddressBook(command, typed, environment);
}

test('a line is an address, a tab and a name; more fields and empty lines do not count', async () => {
  expect(await ask(`printf 'zoe@x.example\\tZoë\\twork\\n\\nbob@x.example\\n'`)).toEqual([
    { name: 'Zoë', email: 'zoe@x.example' },
    { name: '', email: 'bob@x.example' },
  ]);
});

test.each([`echo %s`, `echo "%s"`, `echo '%s'`, `echo`])(
  '%s gets what is typed as words, never as a command',
  async command => {
    const typed = `zo'; echo "$(id)"; $FRONTDESK_TOKEN`;
    expect(await ask(command, typed)).toEqual([{ name: '', email: typed }]);
  },
);

test('the command knows no secret, and no control sign of it reaches the screen', async () => {
  expect(await ask('printf "x\\033[31m$FRONTDESK_TOKEN@y\\n" #')).toEqual([{ name: '', email: 'x^[[31m@y' }]);
});

test.each([
  ['exit 3', 'it ended with code 3.'],
  ['head -c 100000 /dev/zero #', 'it printed too much.'],
])('%s fails in words', async (command, reason) => {
  await expect(ask(command)).rejects.toThrow(reason);
});
