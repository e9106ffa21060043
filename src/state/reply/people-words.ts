import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { type Person, withAddress } from '../person-name.ts';
import { addressKey, type Recipient } from './written-people.ts';

/**
 * Recipients with their addresses in at most `columns`: `Zoë Quinn <zoe@customer.example>, bob@partner.example (new) +3`.
 * Those in `fresh`, by their keys, got no answer before; among those left out they are counted: `+3, 1 new`.
 */
export function peopleInWords(people: readonly Recipient[], columns: number, fresh?: ReadonlySet<string>): SafeText {
  const isNew = ({ email }: Recipient): boolean => fresh?.has(addressKey(email)) === true;
  let text = t``;
  for (const [index, one] of people.entries()) {
    const left = people.slice(index + 1);
    const end = moreOf(left.length, left.filter(isNew).length);
    const mark = isNew(one) ? t` (new)` : t``;
    const before = text === '' ? t`` : t`${text}, `;
    const next = t`${before}${withAddress(personOf(one))}${mark}`;
    if (width(next) + width(end) > columns) {
      if (text !== '') return t`${text}${moreOf(left.length + 1, [one, ...left].filter(isNew).length)}`;
      return t`${withAddress(personOf(one), Math.max(1, columns - width(mark) - width(end)))}${mark}${end}`;
    }
    text = next;
  }
  return text;
}

function moreOf(count: number, fresh: number): SafeText {
  if (count === 0) return t``;
  return fresh === 0 ? t` +${count}` : t` +${count}, ${fresh} new`;
}

function personOf({ name, email }: Recipient): Person {
  return { name: name || email, email };
}
