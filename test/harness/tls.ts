import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

const FOLDER = join(import.meta.dirname, '../fixtures/tls');

/** The files for TLS: a key, and certificates for it. `good` is for localhost; `other` for another name. */
type PemName = 'key' | 'good' | 'expired' | 'other';

/** The path of one. */
export function pemFile(name: PemName): string {
  return join(FOLDER, `${name}.pem`);
}

/** What is in one. */
export function pem(name: PemName): string {
  return readFileSync(pemFile(name), 'utf8');
}

/** Lets this process trust a certificate, for the running test. */
export function trust(name: PemName): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, pem(name)]);
  onTestFinished(() => setDefaultCACertificates(before));
}
