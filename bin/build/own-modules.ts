import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'tsdown';

const here = (path: string): string => JSON.stringify(fileURLToPath(new URL(`../../${path}`, import.meta.url)));

/** A module that packages load, and what they get in its place. */
interface Replacement {
  /** As they import it. */
  readonly source: string;
  /** In the paths of those that get ours. */
  readonly importer: string;
  readonly code: string;
}

const replacements: readonly Replacement[] = [
  {
    source: 'string-width',
    importer: '/node_modules/',
    code: `export { width as default } from ${here('src/text/width.ts')};`,
  },
  {
    source: './output.js',
    importer: '/node_modules/ink/build/',
    code: `export { Output as default } from ${here('src/terminal/output/ink-output.ts')};`,
  },
  {
    // Ink's search for sequences that harm its layout is not for the desk's own texts.
    source: './sanitize-ansi.js',
    importer: '/node_modules/ink/build/',
    code: `
      import { hasOwnCodesOnly } from ${here('src/terminal/output/own-codes.ts')};
      import sanitizeAnsi from ${here('node_modules/ink/build/sanitize-ansi.js')};
      export default text => (hasOwnCodesOnly(text) ? text : sanitizeAnsi(text));`,
  },
];

const PREFIX = '\0own:';

/**
 * Modules of ours in place of those of packages, in the build and in the tests: Ink counts columns by our own table, puts
 * its frames together by ours, and does not take texts apart that are plain.
 */
export function ownModules(): Rolldown.Plugin & { readonly enforce: 'pre' } {
  return {
    name: 'own-modules',
    enforce: 'pre',
    resolveId(source, importer) {
      const isOurs = replacements.some(one => one.source === source && importer?.includes(one.importer));
      return isOurs ? PREFIX + source : undefined;
    },
    load: id => replacements.find(({ source }) => id === PREFIX + source)?.code,
  };
}
