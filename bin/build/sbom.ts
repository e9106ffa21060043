import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { BUN_VERSION } from './bun.ts';

/** The file beside the bundle, and beside each package, that lists its contents. */
export const SBOM = 'sbom.cdx.json';

/** A package that is bundled. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

interface Component extends Pick<Bundled, 'name' | 'version'> {
  readonly type: 'library' | 'application';
  readonly purl?: string;
  readonly licenses?: readonly object[];
}

interface Sbom {
  readonly components: readonly Component[];
}

function componentOf({ name, version, license = '' }: Bundled): Component {
  // A choice of licences is an expression.
  const said = / (?:OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } };
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [said],
  };
}

/** The bundled packages, in the form of CycloneDX 1.6: the same bytes for the same packages. */
export function sbomOf(bundled: readonly Bundled[]): string {
  const byName = new Map(bundled.map(one => [`${one.name} ${one.version}`, componentOf(one)]));
  const { version } = packageJson;
  const root = { type: 'application', name: 'frontdesk', version, purl: `pkg:npm/frontdesk@${version}` };
  const components = [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, component]) => component);
  return written({ metadata: { component: root }, components });
}

function written(content: object): string {
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 };
  return `${JSON.stringify({ ...head, ...content }, null, 2)}\n`;
}

/** The list of an executable's parts: the bundled packages, and Bun. */
function withBun(sbom: string): string {
  const { components, ...rest } = JSON.parse(sbom) as Sbom;
  const bun = { type: 'application', name: 'bun', version: BUN_VERSION, licenses: [{ license: { id: 'MIT' } }] };
  return written({ ...rest, components: [...components, bun] });
}

/** The SHA-256 of each file directly in a folder, in the form that `sha256sum --check` reads. */
export function sumsOf(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile());
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return files
    .map(({ name }) => name)
    .filter(name => name !== 'SHA256SUMS')
    .sort()
    .map(name => `${sum(name)}  ${name}\n`)
    .join('');
}

/** Writes the list of parts and the sums beside the packages in `folder`, from the bundle in `dist`. */
export function writeBeside(folder: string, dist: string): void {
  writeFileSync(join(folder, SBOM), withBun(readFileSync(join(dist, SBOM), 'utf8')));
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(folder));
}
