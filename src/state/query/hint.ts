import type { Draft } from '../../text/edit.ts';
import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { everything } from '../views.ts';
import type { World } from '../world.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { completionAt } from './complete.ts';
import { readToken, valueExamples } from './language.ts';
import { type Piece, type Token, tokensOf, unknownKey } from './tokens.ts';

/** No row of a screen holds more of them. */
const MAX_NAMED = 24;
const GAP = t`  `;

/**
 * What can be typed next in a filter line, or what is wrong with the piece before the cursor. It stays the same while a
 * word is typed: each letter would send it again.
 */
export function hintAt(draft: Draft, world: World): SafeText {
  const { piece, found } = completionAt(draft, world);
  const token = tokensOf(draft.text.slice(0, draft.cursor)).at(-1);
  if (piece.key !== null) {
    if (found.length > 0) return namesText(found);
    return wrong(token, world) ?? valueExamples(piece.key, world);
  }
  const isWord = piece.value !== '' && unknownKey(piece.value) === undefined;
  return (isWord ? undefined : wrong(token, world)) ?? keysText(piece, world);
}

function wrong(token: Token | undefined, world: World): SafeText | undefined {
  const read = token && readToken(everything, token, world);
  if (read === undefined || read === 'word' || 'query' in read) return undefined;
  return read.hint ?? read.short ?? read.problem;
}

function keysText(piece: Piece, world: World): SafeText {
  const keys = join(
    candidatesOf(world, { ...piece, value: '', isQuoted: false }).map(({ name }) => name),
    t` `,
  );
  return piece.isNegative ? t`Leave out: ${keys}` : t`${keys}${GAP}- leaves out${GAP}#n opens`;
}

function namesText(found: readonly Candidate[]): SafeText {
  const named = found.slice(0, MAX_NAMED).map(({ name, count }) => {
    const isCounted = count !== undefined && count !== null;
    return isCounted ? t`${name} ${grouped(count)}` : name;
  });
  return join([...named, ...(found.length > MAX_NAMED ? [t`…`] : [])], GAP);
}
