import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'tsdown';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A part of a program, as the parser gives it. */
interface Part {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Whether a field of a part is a part itself. */
function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The parts that a part is made of. */
function partsBelow(part: Part): Part[] {
  return Object.values(part).flat().filter(isPart);
}

/** This text instead of what stands there. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** A text without parts in it, t`like this one`, is safe as it is. As a template it would be two arrays and a call. */
function plainTexts(part: Part): Edit[] {
  const below = partsBelow(part).flatMap(plainTexts);
  const { type, tag, quasi } = part as { type: string; tag?: Part; quasi?: Part };
  if (type !== 'TaggedTemplateExpression' || tag?.name !== 't' || !quasi) return below;
  const isPlain = (quasi.expressions as readonly Part[]).length === 0;
  return isPlain ? [{ start: tag.start, end: quasi.start, by: '' }] : below;
}

function edited(code: string, edits: readonly Edit[]): string {
  const backwards = edits.toSorted((one, other) => other.start - one.start);
  return backwards.reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code);
}

/** The texts of the program's own modules that are safe as they stand, as plain texts. */
export function quickToRun(): Rolldown.Plugin {
  const own = here('../../src/');
  return {
    name: 'quick-to-run',
    transform(code, id) {
      if (!id.startsWith(own) || !/\bt\b[^}]*\} from '[./\w]*\/safe\.ts'/.test(code)) return undefined;
      const program = this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Part;
      return edited(code, plainTexts(program));
    },
  };
}
