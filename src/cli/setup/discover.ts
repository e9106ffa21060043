import { readAutoconfig } from './autoconfig.ts';
import type { Network } from './network.ts';
import { providerOf } from './providers.ts';
import { type Server, type Servers, serverFrom } from './server.ts';

/** The servers that SRV records name (RFC 6186, RFC 8314); a target `.` says that there is none. */
async function bySrv({ srv }: Network, domain: string): Promise<Pick<Servers, 'imap' | 'smtp'> | undefined> {
  const named = async (service: string, isTls: boolean): Promise<Server | undefined> => {
    const records = [...(await srv(`_${service}._tcp.${domain}`))];
    const [first] = records.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
    return first && serverFrom(first.name, first.port, isTls);
  };
  const [imaps, imap, submissions, submission] = await Promise.all([
    named('imaps', true),
    named('imap', false),
    named('submissions', true),
    named('submission', false),
  ]);
  const [mailbox, relay] = [imaps ?? imap, submissions ?? submission];
  return mailbox && relay && { imap: mailbox, smtp: relay };
}

/**
 * Finds the servers of an address: by SRV records, by the autoconfig file of the domain, or by the provider that takes
 * its mail. Undefined if nothing names them: no host is guessed.
 */
export async function discover(network: Network, address: string): Promise<Servers | undefined> {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const records = await bySrv(network, domain);
  if (records) return { ...records, user: address, where: `by the SRV records of ${domain}` };
  const places = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(address)}`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ];
  const pages = await Promise.all(places.map(network.page));
  for (const [at, page] of pages.entries()) {
    const found = readAutoconfig(page, address);
    if (found) return { ...found, where: `by ${new URL(places[at]!).host}` };
  }
  const provider = providerOf((await network.mx(domain)).map(({ exchange }) => exchange));
  return provider && { ...provider, user: address, where: `as ${provider.name} takes the mail of ${domain}` };
}
