import type { DetailLine } from '../../state/detail/line.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { heading, listed, ofOthers, spoken } from './spoken.ts';

type Lines = readonly DetailLine[];

/** An entry of the detail whole; nothing if it is not there. */
export function entryWords(lines: Lines, key: string | null): readonly SafeText[] {
  return key === null ? [] : lines.filter(({ entryKey }) => entryKey === key).map(lineWords);
}

/** A line of the detail: when and who, or words of somebody. */
export function lineWords({ entryKey, role, voice, text, right }: DetailLine): SafeText {
  if (role === 'head') {
    const head = t`${listed(headParts(text, right ?? t``).map(heading))}:`;
    // Without a number or a time, the head of an entry begins with a name.
    return entryKey !== null && !right ? ofOthers(head) : head;
  }
  if (text === '') return t``;
  const end = right === null || right === '' ? t`` : t` (${heading(right)})`;
  return ofOthers(t`${voice === null ? spoken(text) : text}${end}`);
}

/** The number and the time come first, a count last. */
function headParts(text: SafeText, right: SafeText): readonly SafeText[] {
  return /\D/.test(right) ? [right, text] : [text, right];
}

/** How much of the thread stands before and after an entry, and the keys that go there. */
export function besideWords(lines: Lines, key: string | null): readonly SafeText[] {
  const keys = [...new Set(lines.flatMap(({ entryKey }) => entryKey ?? []))];
  const at = keys.indexOf(key ?? '');
  if (at === -1) return [];
  const isPart = lines.some(({ role }) => role === 'more');
  const after = keys.length - at - 1;
  return [
    ...(at > 0 ? [t`${at} before: previous reads.`] : []),
    ...(isPart && at === 0 ? [t`Earlier messages are not read: open reads them.`] : []),
    ...(after > 0 ? [t`${after} after: next reads.`] : []),
  ];
}
