function mail(number: number): string {
  return [
    'From support@list.example Thu Nov 20 09:12:00 2025',
    `From: Customer ${number % 700} <customer${number % 700}@mail.example>`,
    'To: Help <help@shop.example>',
    `Subject: ${number % 3 === 0 ? 'Re: ' : ''}Order ${Math.floor(number / 3)} has not arrived`,
    `Date: ${new Date(1_700_000_000_000 + number * 61_000).toUTCString()}`,
    `Message-ID: <${number}@mail.example>`,
    ...(number % 3 === 0 ? [] : [`In-Reply-To: <${number - (number % 3)}@mail.example>`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...Array.from(
      { length: 24 },
      (_, line) => `Line ${line} of what I have to say about it, with a few more words to fill it.`,
    ),
    '',
  ].join('\n');
}

/** An mbox with so many mails of 2 kB, three to a conversation. */
export function mboxOf(mails: number): string {
  return Array.from({ length: mails }, (_, number) => mail(number)).join('\n');
}
