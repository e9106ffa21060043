import { type FarCenter, openFarDesk, openWay, SLOW_LINE } from './far-desk.ts';
import { kB, restOf, secondsUntil, wayCost } from './far-desk-cost.ts';
import { figure } from './figures.ts';
import { hasList } from './links-start.ts';

const WORDS =
  'order parcel voucher refund exchange tomorrow warehouse invoice address courier answer week number photo'.split(' ');
const CHARACTERS = 990_000;

/** Text that does not compress better than letters do. */
function largeText(): string {
  const lines: string[] = ['The first line of a large mail.'];
  for (let [at, size] = [1, 0]; size < CHARACTERS; at += 1) {
    const words = Array.from(
      { length: 9 },
      (_, word) => WORDS[(at * at * 7 + word * word * (at % 13) + at * word) % 14],
    );
    lines.push(`${at} ${words.join(' ')} ${(at * 2_654_435_761) % 1_000_003}`);
    size += lines.at(-1)!.length + 1;
  }
  return lines.join('\n');
}

/** A mail of a megabyte, opened over a bad line: from the key to its first screen. */
export async function largeMail(center: FarCenter): Promise<void> {
  const [large, other] = [
    await makeConversation(center, 'A large mail'),
    await makeConversation(center, 'A short mail'),
  ];
  await center.ask('POST', `/conversations/${large}/messages`, { body_text: largeText() });
  await center.ask('POST', `/conversations/${other}/messages`, { body_text: 'Short.' });
  const way = await openWay(center, { tls: true, limits: SLOW_LINE });
  const desk = openFarDesk(center, way, 'large');
  await secondsUntil(() => hasList(desk), 120);
  await restOf(way, 3_000);
  let seconds = 0;
  const { up, down } = await wayCost(
    way,
    async () => {
      const began = performance.now();
      desk.press('j', 'enter');
      seconds = await secondsUntil(() => desk.text().includes('The first line of a large mail'), 120, began);
    },
    () => restOf(way, 3_000),
  );
  figure('a mail of 1 MB, TLS, 300 ms, 1,200 B/s: first screen', '≤ 10 s', `${seconds.toFixed(1)} s`);
  figure('  bytes until it rests', '–', kB(up + down));
  desk.close();
  await way.close();
}

async function makeConversation(center: FarCenter, title: string): Promise<number> {
  const contact = await center.ask<{ id: number }>('POST', '/contacts', {
    name: title,
    email: `${title.replaceAll(' ', '-')}@customer.example`,
  });
  return (await center.ask<{ id: number }>('POST', '/conversations', { title, contacts: [contact.id] })).id;
}
