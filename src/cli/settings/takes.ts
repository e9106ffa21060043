import * as v from 'valibot';
import { isPostgres, readDatabaseAddress } from '../../center/database/postgres/address.ts';
import { isHost } from '../../center/http/host.ts';
import { isNetwork } from '../../center/http/network.ts';
import { isNameServer } from '../../center/mail/in/dns.ts';
import { lmtpAddress } from '../../center/mail/in/lmtp-address.ts';
import { mailboxAddress } from '../../center/mail/in/mailbox-address.ts';
import { relayAddress } from '../../center/mail/out/relay-address.ts';
import { canRead } from '../../center/mail/server-address.ts';
import { grouped } from '../../text/numbers.ts';

/** The valid values of a setting. Its only message describes them in words, for any fault. */
export type Takes<Value> = v.GenericSchema<unknown, Value>;

/** Text that is not empty. */
export function textValue(): Takes<string> {
  const takes = 'text that is not empty';
  return v.pipe(v.string(takes), v.nonEmpty(takes));
}

/** Text that is hard to guess, and one word of a header. */
export function secret(): Takes<string> {
  return checked(value => /^[\x21-\x7e]{16,}$/.test(value), 'text of 16 characters or more without blanks');
}

/** True or false. */
export function yesOrNo(): Takes<boolean> {
  return v.boolean('true or false');
}

/** A whole number from `least` to `most`. */
export function wholeNumberValue(least: number, most: number): Takes<number> {
  // Written only when needed: loading Intl's tables takes a twentieth of the time to the first frame.
  const takes = () => `a whole number from ${grouped(least)} to ${grouped(most)}`;
  return v.pipe(v.number(takes), v.integer(takes), v.minValue(least, takes), v.maxValue(most, takes));
}

/** One of these words. */
export function oneOfWords<const Words extends readonly string[]>(words: Words): Takes<Words[number]> {
  return v.picklist(words, `one of ${words.map(word => `"${word}"`).join(', ')}`);
}

/** One of these words and numbers. */
export function oneOfThese<const Values extends readonly (string | number)[]>(values: Values): Takes<Values[number]> {
  const takes = `one of ${values.map(value => JSON.stringify(value)).join(', ')}`;
  return v.custom<Values[number]>(value => (values as readonly unknown[]).includes(value), takes);
}

function checked(isRight: (value: string) => boolean, takes: string): Takes<string> {
  return v.pipe(v.string(takes), v.check(isRight, takes));
}

function listOf(isRight: (value: string) => boolean, takes: string): Takes<readonly string[]> {
  return v.pipe(v.array(checked(isRight, takes), takes), v.readonly());
}

/** A list of addresses and networks. */
export function networks(): Takes<readonly string[]> {
  return listOf(isNetwork, 'a list of addresses and networks, such as ["127.0.0.1", "10.0.0.0/8"]');
}

/** A list of hosts, without ports. */
export function hosts(): Takes<readonly string[]> {
  return listOf(isHost, 'a list of names and addresses without ports, such as ["desk.example", "10.0.0.5"]');
}

/** The address of a database on PostgreSQL, without a password. */
export function postgresUrl(): Takes<string> {
  return checked(
    url => isPostgres(url) && canRead(readDatabaseAddress, url),
    'an address of PostgreSQL without its password, such as "postgres://desk@db.example/desk"',
  );
}

/** The address of a mailbox, without a password. */
export function mailboxUrl(): Takes<string> {
  return checked(
    url => canRead(mailboxAddress, url),
    'a mailbox without its password, such as "imaps://user@mail.example/INBOX"',
  );
}

/** The address of a relay, without a password. */
export function relayUrl(): Takes<string> {
  return checked(
    url => canRead(relayAddress, url),
    'a relay without its password, such as "smtps://user@mail.example" or "smtp://localhost"',
  );
}

/** Whether browsers may be sent there: only https, or this machine. */
function isPublicUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && username + password + search + hash === '';
}

/** An address that customers open in their browsers. */
export function publicUrl(): Takes<string> {
  return checked(isPublicUrl, 'an address for browsers, such as "https://help.example"');
}

/** Where to listen for the mail server of this machine. */
export function listeningAddress(): Takes<string> {
  const takes = 'the path of a socket or a port of this machine, such as "/run/frontdesk/lmtp" or "127.0.0.1:2424"';
  return checked(value => lmtpAddress(value) !== undefined, takes);
}

/** The address of a name server. */
export function nameServer(): Takes<string> {
  return checked(isNameServer, 'the address and port of a name server, such as "127.0.0.1:53" or "[::1]:53"');
}

/**
 * A shell command whose last argument is the searched text, read without the `%s` that may stand for it. Nowhere else
 * would the shell be sure to take it for words.
 */
export function searchCommand(): Takes<string> {
  const takes = 'a command with nothing or `%s` for its last word, such as "khard email --parsable %s"';
  const isRight = (command: string) => command !== '' && !command.includes('%s');
  const withoutWords = v.transform((command: string) => command.replace(/\s+(["']?)%s\1\s*$/, '').trim());
  return v.pipe(v.string(takes), withoutWords, v.check(isRight, takes));
}

/** The name of a command: it is typed, shown and written into drafts. */
export function commandNameValue(): Takes<string> {
  const takes = 'a name of letters, digits and hyphens, such as "translate"';
  return v.pipe(v.string(takes), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,29}$/u, takes));
}

/** The slug of an inbox. */
export function slug(): Takes<string> {
  const takes = 'the slug of an inbox, such as "support"';
  return v.pipe(v.string(takes), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, takes));
}

/** The value in its setting's form, or the valid values in words. */
export function takeValue<Value>(
  takes: Takes<Value>,
  value: unknown,
): { readonly value: Value } | { readonly not: string } {
  const read = v.safeParse(takes, value);
  return read.success ? { value: read.output } : { not: read.issues[0].message };
}
