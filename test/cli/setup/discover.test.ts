import { describe, expect, test } from 'vitest';
import { discover } from '../../../src/cli/setup/discover.ts';
import type { Network } from '../../../src/cli/setup/network.ts';
import { accountUrl, isOfDomain, typedServer } from '../../../src/cli/setup/server.ts';

/** A network that knows these records alone. */
function knows(told: {
  readonly srv?: Readonly<Record<string, readonly [string, number, number?, number?][]>>;
  readonly pages?: Readonly<Record<string, string>>;
  readonly mx?: readonly string[];
}): Network & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    srv: async service => {
      asked.push(service);
      const found = told.srv?.[service] ?? [];
      return found.map(([name, port, priority = 0, weight = 0]) => ({ name, port, priority, weight }));
    },
    page: async url => {
      asked.push(url);
      return Object.entries(told.pages ?? {}).find(([start]) => url.startsWith(start))?.[1] ?? '';
    },
    mx: async () => (told.mx ?? []).map(exchange => ({ exchange, priority: 10 })),
  };
}

function autoconfig(host: string, user = '%EMAILADDRESS%', way = 'SSL'): string {
  const rest = `<socketType>${way}</socketType><username>${user}</username>`;
  return `<clientConfig><emailProvider id="x">
<incomingServer type="pop3"><hostname>pop.${host}</hostname><port>995</port>${rest}</incomingServer>
<incomingServer type="imap"><hostname>imap.${host}</hostname><port>993</port>${rest}</incomingServer>
<outgoingServer type="smtp"><hostname>smtp.${host}</hostname><port>587</port>
<socketType>STARTTLS</socketType></outgoingServer></emailProvider></clientConfig>`;
}

const ADDRESS = 'help@shop.example';

describe('the servers of an address', () => {
  test('are named by the SRV records of its domain, the preferred one first', async () => {
    const network = knows({
      srv: {
        '_imaps._tcp.shop.example': [
          ['second.shop.example', 993, 20],
          ['light.shop.example', 993, 10, 1],
          ['imap.shop.example.', 9993, 10, 5],
        ],
        '_submission._tcp.shop.example': [['smtp.shop.example', 587]],
      },
    });
    expect(await discover(network, ADDRESS)).toEqual({
      imap: { host: 'imap.shop.example', port: 9993, isTls: true },
      smtp: { host: 'smtp.shop.example', port: 587, isTls: false },
      user: ADDRESS,
      where: 'by the SRV records of shop.example',
    });
    expect(network.asked.every(each => !each.startsWith('https:'))).toBe(true);
  });

  test.for([
    ['is said to be nowhere', '.', 0],
    ['has a name that is none', 'imap shop', 993],
    ['has a name with signs for a terminal', '\x1b[2J.example', 993],
    ['has a port that is none', 'imap.shop.example', 0],
  ] as const)('are not those of a record that %s', async ([, name, port]) => {
    const srv = { '_imaps._tcp.shop.example': [[name, port]], '_submissions._tcp.shop.example': [['a.example', 465]] };
    expect(await discover(knows({ srv: srv as never }), ADDRESS)).toBeUndefined();
  });

  test('are named by the autoconfig file of the domain, with the user name that it wants', async () => {
    const pages = { 'https://shop.example/.well-known/autoconfig/': autoconfig('host.example', '%EMAILLOCALPART%') };
    expect(await discover(knows({ pages }), ADDRESS)).toEqual({
      imap: { host: 'imap.host.example', port: 993, isTls: true },
      smtp: { host: 'smtp.host.example', port: 587, isTls: false },
      user: 'help',
      where: 'by shop.example',
    });
  });

  test('are not read from an autoconfig file that wants no encryption, or is hostile', async () => {
    const plain = { 'https://autoconfig.shop.example/': autoconfig('host.example', 'x', 'plain') };
    expect(await discover(knows({ pages: plain }), ADDRESS)).toBeUndefined();
    // So long that anything that looks from each of its elements to the end would take minutes.
    const many = { 'https://autoconfig.shop.example/': '<incomingServer type="imap"><hostname>'.repeat(200_000) };
    expect(await discover(knows({ pages: many }), ADDRESS)).toBeUndefined();
  });

  test.for([
    ['aspmx.l.google.com', 'imaps://help%40shop.example@imap.gmail.com', 'smtps://help%40shop.example@smtp.gmail.com'],
    [
      'shop-example.mail.protection.outlook.com',
      'imaps://help%40shop.example@outlook.office365.com',
      'smtp://help%40shop.example@smtp.office365.com',
    ],
    [
      'in1-smtp.messagingengine.com',
      'imaps://help%40shop.example@imap.fastmail.com',
      'smtps://help%40shop.example@smtp.fastmail.com',
    ],
  ] as const)('are those of the provider that takes its mail: %s', async ([exchanger, mailbox, relay]) => {
    const found = await discover(knows({ mx: [exchanger] }), ADDRESS);
    expect(accountUrl('imap', found!.imap, found!.user)).toBe(mailbox);
    expect(accountUrl('smtp', found!.smtp, found!.user)).toBe(relay);
  });

  test('are unknown if nothing names them: none is guessed', async () => {
    expect(await discover(knows({ mx: ['mx.evilgoogle.com', 'google.com.evil.example'] }), ADDRESS)).toBeUndefined();
  });
});

test('a typed server may have a port, or a scheme for STARTTLS', () => {
  expect(typedServer('imap', 'imap.shop.example')).toEqual({ host: 'imap.shop.example', port: 993, isTls: true });
  expect(typedServer('smtp', 'smtp://localhost:2525')).toEqual({ host: 'localhost', port: 2_525, isTls: false });
  for (const wrong of ['http://x', 'a b', 'imaps://user@host', '', 'x:99999'])
    expect(typedServer('imap', wrong)).toBeUndefined();
});

test('a server is of the domain itself only at the border of a name', () => {
  const at = (host: string) => isOfDomain('shop.example', { host, port: 993, isTls: true });
  expect([at('shop.example'), at('imap.shop.example'), at('evilshop.example'), at('shop.example.evil')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
