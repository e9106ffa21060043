import { counted } from './numbers.ts';
import { type SafeText, safeLine } from './safe.ts';

/** The days and months, each by its first three letters. */
const LONG = new Map(
  [
    ...['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
    ...['November', 'December'],
  ].map(name => [name.slice(0, 3), name]),
);
const DATE = /\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat) (\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g;

const UNITS: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  y: 'year',
};
const SPAN = /(?<![\w.,:-])(\d+) ?(mo|[smhdwy])(?![\w-])/g;

/** A text with its dates in words: `Fri 20 Nov 09:12` is `Friday 20 November 09:12`. */
export function datesInWords(text: SafeText): SafeText {
  return safeLine(
    text.replace(DATE, (_, day: string, date: string, month: string) =>
      [LONG.get(day), date, LONG.get(month)].join(' '),
    ),
  );
}

/** A text with its times in words: `waits 2 h` is `waits 2 hours`, `<1m` is `less than 1 minute`. */
export function spansInWords(text: SafeText): SafeText {
  const spans = text
    .replace('<1m', 'less than 1m')
    .replace(/\byst\b/, 'yesterday')
    .replace(SPAN, (_, count: string, unit: string) => counted(Number(count), safeLine(UNITS[unit]!)));
  return datesInWords(safeLine(spans));
}
