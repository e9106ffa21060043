import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'tsdown';
import { isPart, type Part, partsBelow } from './parts.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

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

/** Longer expressions take long to make. */
const LONG = 120;

/** The expressions that a module makes when it is loaded, of those that take long. */
function lateExpressions(program: Part): Edit[] {
  const statements = (program.body as readonly Part[]).flatMap(one => [one, ...partsBelow(one)]);
  const constants = statements.filter(one => one.type === 'VariableDeclaration' && one.kind === 'const');
  return constants.flatMap(partsBelow).flatMap(({ init }) => {
    if (!isPart(init) || !init.regex) return [];
    const { pattern, flags } = init.regex as { pattern: string; flags: string };
    if (!pattern.includes('\\p{') && pattern.length < LONG) return [];
    return [{ start: init.start, end: init.end, by: `new LateExpression(${JSON.stringify(pattern)}, '${flags}')` }];
  });
}

function edited(code: string, edits: readonly Edit[]): string {
  const backwards = edits.toSorted((one, other) => other.start - one.start);
  return backwards.reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code);
}

/** What the program's own modules do at each start, done by the build, or later if a start does without it. */
export function quickToRun(): Rolldown.Plugin {
  const own = here('../../src/');
  const late = here('late-expression.ts');
  return {
    name: 'quick-to-run',
    transform(code, id) {
      if (!id.startsWith(own) || !/\bt`|\\p\{/.test(code)) return undefined;
      const program = this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Part;
      const expressions = lateExpressions(program);
      const given = expressions.length > 0 ? `import { LateExpression } from ${JSON.stringify(late)};\n` : '';
      const texts = /\bt\b[^}]*\} from '[./\w]*\/safe\.ts'/.test(code) ? plainTexts(program) : [];
      return given + edited(code, [...expressions, ...texts]);
    },
  };
}
