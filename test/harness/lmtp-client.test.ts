import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { letter } from './letter.ts';
import { lmtpData, openLmtp } from './lmtp-client.ts';

/** A server that says these things, a line of what it heard each; where it has nothing to say it hangs up. */
async function serverThatSays(answers: Readonly<Record<string, string>>) {
  const heard: string[] = [];
  const server = createServer(socket => {
    let isMail = false;
    socket.write('220 here\r\n');
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').slice(0, -1)) {
        heard.push(line);
        if (isMail && line !== '.') continue;
        const answer = answers[line] ?? answers[line.split(' ')[0]!];
        isMail = answer?.startsWith('354') ?? false;
        if (answer === undefined) socket.destroy();
        else socket.write(`${answer}\r\n`);
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { heard, port: (server.address() as AddressInfo).port };
}

const usual = {
  LHLO: '250-here\r\n250 PIPELINING',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
};
const data = lmtpData('Subject: dots\n\n.\n..a\nb');

test('the client hears what becomes of a mail for each recipient, also of those that were refused', async () => {
  const { port, heard } = await serverThatSays({
    ...usual,
    'RCPT TO:<b@here>': '550 unknown',
    '.': '250 kept\r\n452 no room',
  });
  const client = await openLmtp(port);
  const replies = await client.deliver({ from: '', to: ['a@here', 'b@here', 'c@here'], data });
  expect(replies.map(({ code, text }) => `${code} ${text}`)).toEqual(['250 kept', '550 unknown', '452 no room']);
  expect(heard.slice(heard.indexOf('DATA') + 1)).toEqual(['Subject: dots', '', '..', '...a', 'b', '.']);
  await client.quit();
});

test('a delivery fails if the server hangs up before it answered', async () => {
  const { port } = await serverThatSays(usual);
  const client = await openLmtp(port);
  await expect(client.deliver({ from: 'x@y', to: ['a@here'], data })).rejects.toThrow('ended the connection');
});

test('a letter has the size that is asked for', () => {
  expect(letter(7, { fileBytes: 1_000_000 }).length).toBeGreaterThan(1_333_333);
  expect(letter(7).length).toBeLessThan(10_000);
});
