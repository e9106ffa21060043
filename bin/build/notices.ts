import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'tsdown';
import { type Bundled, SBOM, sbomOf } from './sbom.ts';

/** The file beside the bundle that holds the licences of all packages in it. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** Packages that come without their licence's text, and the package that has the same text of the same holder. */
const SAME_LICENCE: Readonly<Record<string, string>> = { 'yoga-layout': 'react' };

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const README_SECTION = /(?:^|\n)#+ *licen[cs]e *\n+([\s\S]*?)(?=\n#|$)/i;
const RULE = '-'.repeat(80);

/** The folder of the package that a module belongs to; undefined for our own modules. */
function packageFolder(id: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
}

/** The texts of a package's licence files, or the section of its README; empty if it has neither. */
function licenceText(folder: string): string {
  const names = readdirSync(folder).sort();
  const textIn = (name: string) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim();
  const files = names.filter(name => LICENCE_FILE.test(name));
  if (files.length > 0) return files.map(textIn).join('\n\n');
  const readme = names.find(name => /^readme/i.test(name));
  return (readme && README_SECTION.exec(textIn(readme))?.[1]?.trim()) ?? '';
}

function manifestOf(folder: string): Bundled {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Bundled;
}

function noticeOf(folder: string): { readonly title: string; readonly text: string } {
  const { name, version, license = '' } = manifestOf(folder);
  const text = licenceText(SAME_LICENCE[name] ? join(folder, '..', SAME_LICENCE[name]) : folder);
  if (license === '' || text === '')
    throw new Error(`${name} ${version} is bundled, and its licence's text is missing`);
  return { title: `${name} ${version} (${license})`, text };
}

function foldersOf(moduleIds: readonly string[]): readonly string[] {
  return [...new Set(moduleIds.flatMap(id => packageFolder(id) ?? []))];
}

/** The licences of the packages that these modules are from. Packages with the same text share it. */
export function noticesOf(moduleIds: readonly string[]): string {
  const titles = Map.groupBy(foldersOf(moduleIds).map(noticeOf), ({ text }) => text);
  const parts = [...titles].map(
    ([text, of]) => `${[...new Set(of.map(({ title }) => title))].sort().join('\n')}\n\n${text}\n`,
  );
  return ['frontdesk contains these packages.\n', ...parts.sort()].join(`\n${RULE}\n\n`);
}

/** Writes the licences of the bundled packages, and a list of them, beside the bundle. Fails if a text is missing. */
export function notices(): Rolldown.Plugin {
  return {
    name: 'notices',
    generateBundle(_, bundle) {
      const moduleIds = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []));
      this.emitFile({ type: 'asset', fileName: NOTICES, source: noticesOf(moduleIds) });
      this.emitFile({ type: 'asset', fileName: SBOM, source: sbomOf(foldersOf(moduleIds).map(manifestOf)) });
    },
  };
}
