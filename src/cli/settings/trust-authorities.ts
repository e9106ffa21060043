import { readFileSync } from 'node:fs';
import { trustInFetch } from '../../runtime/node-or-bun.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Trusts the authorities in a file as well, in all connections of this thread from now on. Returns a sentence if the file
 * cannot be used.
 */
export async function trustAuthorities(file: string): Promise<string | undefined> {
  try {
    const { getCACertificates, setDefaultCACertificates } = await import('node:tls');
    const own = readFileSync(file, 'utf8').match(CERTIFICATE);
    if (own === null) return `ca_file: there is no certificate in ${file}. It must be PEM.`;
    const ca = [...getCACertificates('default'), ...own];
    setDefaultCACertificates(ca);
    trustInFetch(ca);
    return undefined;
  } catch (error) {
    return `ca_file: ${file} cannot be used (${(error as NodeJS.ErrnoException).code ?? 'damaged'}).`;
  }
}
