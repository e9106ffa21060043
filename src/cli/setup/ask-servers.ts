import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { promptLine } from '../ask.ts';
import type { Shell } from '../shell.ts';
import { discover } from './discover.ts';
import type { Network } from './network.ts';
import { endSetup } from './refuse.ts';
import { isOfDomain, type Server, type Servers, typedServer } from './server.ts';

function named({ host, port, isTls }: Server): SafeText {
  return t`${safeLine(host)}, port ${port} with ${isTls ? t`TLS` : t`STARTTLS`}`;
}

/**
 * The servers of an address that were found, or that are typed if none were. A server of another domain gets a password
 * only if the person confirms it, as the answers of the network can be forged. Throws a sentence otherwise.
 */
export async function askServers(shell: Shell, network: Network, address: string): Promise<Servers> {
  const domain = address.slice(address.indexOf('@') + 1).toLowerCase();
  shell.stderr.write(`Looking for the mail servers of ${domain}…\n`);
  const found = await discover(network, address);
  if (!found) {
    shell.stderr.write(`Nothing names the mail servers of ${domain}.\n`);
    return typedServers(await promptLine(shell, 'Its servers for IMAP and SMTP, with a space between: '), address);
  }
  const { imap, smtp, where } = found;
  shell.stderr.write(`Found ${safeLine(where)}:\n  IMAP ${named(imap)}\n  SMTP ${named(smtp)}\n`);
  const foreign = [imap, smtp].filter(server => !isOfDomain(domain, server)).map(({ host }) => host);
  if (foreign.length === 0) return found;
  const hosts = [...new Set(foreign)].join(' and ');
  shell.stderr.write(`${hosts} is not part of ${domain}. Your password goes there: is that your provider?\n`);
  const answer = (await promptLine(shell, 'Type yes, or the right servers for IMAP and SMTP: ')).trim();
  return answer.toLowerCase() === 'yes' ? found : typedServers(answer, address);
}

function typedServers(typed: string, address: string): Servers {
  const [first = '', second = '', ...more] = typed.trim().split(/[\s,]+/);
  const [imap, smtp] = [typedServer('imap', first), typedServer('smtp', second)];
  if (imap && smtp && more.length === 0) return { imap, smtp, user: address, where: 'as typed' };
  return endSetup('These are not two servers, such as: imap.shop.example smtp.shop.example:465');
}
