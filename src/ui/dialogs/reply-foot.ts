import type { Field } from '../../keys/action.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';

/** The keys besides those to send and to leave, the widest first. */
const KEYS = {
  one: [
    t` · Tab To, Cc, send · Ctrl-t file · Ctrl-y quotes · Ctrl-g in $EDITOR · `,
    t` · Tab To, Cc, send · Ctrl-t file · `,
    t` · Tab To · `,
  ],
  many: [t` · Tab send · Ctrl-t file · Ctrl-g in $EDITOR · `, t` · Tab send · Ctrl-t file · `],
} as const;

/** As many of the keys as fit; how to send and how to leave always stay. */
export function footOf(
  { verb, escape: onEscape = t`back` }: Field<unknown>,
  columns: number,
  isOne: boolean,
): SafeText {
  const feet = KEYS[isOne ? 'one' : 'many'].map(keys => t`Ctrl-d ${verb}${keys}Esc ${onEscape}`);
  return feet.find(foot => width(foot) <= columns - 2) ?? t`Ctrl-d ${verb} · Esc ${onEscape}`;
}
