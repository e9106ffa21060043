import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { within } from '../../model/within.ts';
import type { AskDns } from './keys.ts';

/** For one query, in milliseconds. */
const ANSWER_MS = 5_000;
/** The record of an RSA key of 16,384 bits has 2.8 kB. Longer ones are not keys. */
const MAX_RECORD = 8_192;
/** There is no such record, or there can be no such name. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY']);

/** Whether a text is the address and the port of a name server: `192.0.2.1:53`, `[2001:db8::1]:53`. */
export function isNameServer(text: string): boolean {
  const [, six, four, port] = /^(?:\[([\da-f:.]+)\]|([\d.]+)):(\d{1,5})$/i.exec(text) ?? [];
  const isAddress = six === undefined ? isIP(four ?? '') === 4 : isIP(six) === 6;
  return isAddress && Number(port) > 0 && Number(port) < 65_536;
}

function timeout(): Error {
  return Object.assign(new Error('DNS did not answer in time.'), { code: 'ETIMEOUT' });
}

/** Asks the system's name servers, or this one, for texts. Only the first record of a name counts, as for all verifiers. */
export function createDns(nameServer?: string): AskDns {
  const own = new dns.Resolver({ timeout: ANSWER_MS, tries: 1 });
  if (nameServer !== undefined) own.setServers([nameServer]);
  const resolver = nameServer === undefined ? dns : own;
  const firstRecord = async (name: string): Promise<string | null> => {
    try {
      const [first] = await resolver.resolveTxt(name);
      const record = first?.join('') ?? '';
      return record === '' || record.length > MAX_RECORD ? null : record;
    } catch (error) {
      if (NO_RECORD.has((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    }
  };
  return name => within(ANSWER_MS, firstRecord(name), timeout);
}
