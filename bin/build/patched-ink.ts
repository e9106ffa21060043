import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'tsdown';

const here = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Replaces code that must be there. */
export function replaced(code: string, sought: RegExp | string, by: string): string {
  const other = code.replace(sought, by);
  if (other === code) throw new Error('a package is not what it was: see how it does this now');
  return other;
}

const OWN_WIDTH = '\0own-width';

/** Ink's tools for its own developers, and the top-level await that loads them. */
const inkTools = "process.env['DEV'] === 'true'";

/**
 * Ink's writer of styles does this for each cell: cells of one style share it, and are then known to be alike at once.
 */
const copiedStyles = 'styles: [...codes]';

/** Ink's search for invisible characters, with an expression of ICU's, is not for ordinary ones. */
const invisible = '!/^\\p{Default_Ignorable_Code_Point}+$/u.test(character.value)';

/** The method of Ink that draws a frame cell by cell. It goes on as another, for the rows that are not plain. */
const drawing = 'get() {';

/** Ink draws plain rows by ours, which is many times as fast and keeps its results for the next frame. */
function withOwnRows(code: string): string {
  return `
  import { createDrawByRow } from ${JSON.stringify(here('src/terminal/output/plain-rows.ts'))};
  const drawByRow = createDrawByRow();
  ${replaced(
    code,
    drawing,
    `get() {
      const { caches } = this;
      return drawByRow(this, part => Object.assign(new Output(part), part, { caches }).drawByCell().output);
    }
    drawByCell() {`,
  )}`;
}

/** Ink's search for sequences that harm its layout, which is not for the desk's own texts. */
const cleaning = 'const sanitizeAnsi = (text) => {';

function withOwnCodes(code: string): string {
  return `
  import { hasOwnCodesOnly } from ${JSON.stringify(here('src/terminal/output/own-codes.ts'))};
  ${replaced(code, cleaning, `${cleaning} if (hasOwnCodesOnly(text)) return text;`)}`;
}

/**
 * Ink as the desk has it, in the build and in the tests: it counts columns by our own table, has no tools for its own
 * developers, and does not take texts and rows apart that are plain.
 */
export function patchedInk(): Rolldown.Plugin & { readonly enforce: 'pre' } {
  return {
    name: 'patched-ink',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === 'string-width' && importer?.includes('/node_modules/') ? OWN_WIDTH : undefined;
    },
    load(id) {
      const path = JSON.stringify(here('src/text/width.ts'));
      return id === OWN_WIDTH ? `export { width as default } from ${path};` : undefined;
    },
    transform(code, id) {
      if (id.includes('/ansi-tokenize/build/styledChars.js')) return replaced(code, copiedStyles, 'styles: codes');
      if (id.includes('/ink/build/output.js'))
        return withOwnRows(replaced(code, invisible, `(character.value < '\\x7f' || ${invisible})`));
      if (id.includes('/ink/build/sanitize-ansi.js')) return withOwnCodes(code);
      return id.includes('/ink/build/') && code.includes(inkTools) ? code.replaceAll(inkTools, 'false') : undefined;
    },
  };
}
