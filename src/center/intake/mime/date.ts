const earliest = Date.UTC(1985, 0, 1);
const DAY_MS = 86_400_000;

/** Zones that people write and `Date.parse` does not know. */
const ZONES: Readonly<Record<string, string>> = {
  CET: '+0100',
  MEZ: '+0100',
  CEST: '+0200',
  MESZ: '+0200',
  BST: '+0100',
  WEST: '+0100',
  EET: '+0200',
  EEST: '+0300',
  MSK: '+0300',
  JST: '+0900',
  KST: '+0900',
  AKST: '-0900',
  HST: '-1000',
  AEST: '+1000',
  AEDT: '+1100',
  NZST: '+1200',
  NZDT: '+1300',
};

/** The languages whose months are known, besides English. */
const LOCALES = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ru', 'uk', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'tr'];
const ENGLISH = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The English names of months by those in other languages, as they stand alone and in dates. */
const months = (() => {
  let made: Map<string, string> | undefined;
  const name = (text: string) => text.toLowerCase().replace(/\.$/, '');
  return () => {
    made ??= new Map(
      LOCALES.flatMap(locale =>
        (['long', 'short'] as const).flatMap(month => {
          const inDate = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' });
          const alone = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
          return ENGLISH.flatMap((english, at) => {
            const time = Date.UTC(2014, at, 1);
            const part = inDate.formatToParts(time).find(({ type }) => type === 'month')?.value ?? '';
            return [part, alone.format(time)].map(text => [name(text), english] as const);
          });
        }),
      ).filter(([text]) => /^\p{L}{3,}$/u.test(text)),
    );
    return made;
  };
})();

/** A date in numbers or in another language, in the form of English; days come first where dots separate them. */
function inEnglish(text: string): string {
  return text
    .replace(
      /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/,
      (whole, day, month) => `${day} ${ENGLISH[month - 1] ?? whole} ${whole.slice(-4)}`,
    )
    .replace(
      /\b(1[3-9]|2\d|3[01])[/-](\d{1,2})[/-](\d{4})\b/,
      (whole, day, month) => `${day} ${ENGLISH[month - 1] ?? whole} ${whole.slice(-4)}`,
    )
    .replace(
      /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/,
      (_, year, month, day) => ` ${day} ${ENGLISH[month - 1]} ${year} `,
    )
    .replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z')
    .replace(
      / (\d{1,2})\.(\d\d)(?:\.(\d\d))?(?= |$)/,
      (_, hour, minute, second = '00') => ` ${hour}:${minute}:${second}`,
    )
    .replace(/\p{L}{3,}\.?/gu, word => months().get(word.toLowerCase().replace(/\.$/, '')) ?? word)
    .replace(/(?<!\p{L})(?:um|uhr|à|a las|às|alle ore|ore|om|kl|klo|de|del|г|o)(?!\p{L})\.?/giu, ' ')
    .replace(/\bSept\b/i, 'Sep')
    .replace(/\s+,?\s*/g, ' ')
    .trim();
}

/** A time as a person writes it: `December 1st, 2014 at 2:59pm PST`; NaN if it cannot be read. In UTC without a zone. */
function parseWritten(text: string): number {
  const plain = text
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/gi, '$1')
    .replace(/,|\b(?:at|on|of)\b/gi, ' ')
    .replace(/(\d)\s?([ap])\.?m\.?(?![a-z])/gi, '$1 $2m')
    .replace(/\b(\d{1,2}) ([ap]m)\b/gi, (whole, hour: string, half: string, at: number, all: string) =>
      all[at - 1] === ':' ? whole : `${hour}:00 ${half}`,
    )
    .replace(/\b[A-Z]{3,4}$/, zone => ZONES[zone] ?? zone)
    .replace(/\s+/g, ' ')
    .trim();
  const hasZone = /(?:[+-]\d{2}:?\d{2}|\b(?:GMT|UTC|[ECMP][SD]T|Z))$/.test(plain);
  return /[a-z]{3}/i.test(plain) && /\b\d{4}\b/.test(plain) ? Date.parse(hasZone ? plain : `${plain} GMT`) : Number.NaN;
}

/** A time in the form of mail, in milliseconds; `undefined` if it cannot be read. */
export function parseMailDate(value: string): number | undefined {
  const clean = value
    .slice(0, 200)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (clean === '') return undefined;
  const zoned = clean
    .replace(/\b[A-Z]{3,4}$/, zone => ZONES[zone] ?? zone)
    // Old programs write the years since 1900.
    .replace(/(\d{1,2} [A-Za-z]{3}) 1(\d\d) /, (_, day, year) => `${day} ${2_000 + Number(year)} `);
  // Days come first where dots separate them; `Date.parse` takes them for months.
  const ms = /\d{1,2}\.\s?\d{1,2}\.\s?\d{4}/.test(zoned) ? Number.NaN : Date.parse(zoned);
  if (!Number.isNaN(ms)) return ms;
  return parseEnglish(zoned) ?? parseEnglish(inEnglish(zoned));
}

/** A time with English names, by its core or as a whole. */
function parseEnglish(clean: string): number | undefined {
  const core = /(\d{1,2} [a-z]{3} \d{2,4} \d{1,2}:\d{2}(?::\d{2})?)\s*([+-]\d{4})?/i.exec(clean);
  const isIso = /^\d{4}-\d\d-\d\dT/.test(clean);
  const again = core ? Date.parse(`${core[1]} ${core[2] ?? 'GMT'}`) : isIso ? Date.parse(clean) : parseWritten(clean);
  return Number.isNaN(again) ? undefined : again;
}

function isPlausible(ms: number | undefined, latest: number): ms is number {
  return ms !== undefined && ms >= earliest && ms <= latest + DAY_MS;
}

/** The other times known of a mail. */
export interface Arrival {
  /** The newest Received field. */
  readonly received: string;
  /** The time of its file or its mbox; some programs write a constant there, so it is used last. */
  readonly fileTime: number | undefined;
  readonly now: number;
}

/** The time in the newest Received field; null if it has none or cannot be right. */
export function receivedTime(received: string, now: number): number | null {
  const stamp = parseMailDate(received.slice(received.lastIndexOf(';') + 1));
  return isPlausible(stamp, now) ? stamp : null;
}

/**
 * The time by which a mail is sorted, in milliseconds: its own date if that is plausible (not before mail was common,
 * not later than it was received), otherwise its arrival. Never in the future.
 */
export function sortingDate(date: string, { received, fileTime, now }: Arrival): number {
  const arrived = receivedTime(received, now) ?? undefined;
  const sent = parseMailDate(date);
  const known = isPlausible(sent, arrived ?? now) ? sent : (arrived ?? fileTime);
  return isPlausible(known, now) ? Math.min(known, now) : now;
}
