import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from './owner.ts';

/** The common beginning of all names stored for a help center (its address, or its database). */
export function deskPrefix(center: string): string {
  return `desk-${shortHash(center)}`;
}

/** The name of the file of a help center's saved views. */
export function viewsName(center: string): string {
  return `views-${shortHash(center)}`;
}

/** The common beginning of the names of all caches of a help center (its address). */
export function cachePrefix(center: string): string {
  return `cache-${shortHash(center)}`;
}

/** The cache of one owner at a help center (its address, or its database). */
export function cachePath(parent: string, center: string, owner: Owner): string {
  return keptPath(parent, cachePrefix(center), owner);
}

/** Whether a file of this name is a cache. */
export function isCacheName(name: string): boolean {
  return /^cache-[0-9a-f]{12}-(?:agent-\d+|token-[0-9a-f]+)\.db$/.test(name);
}

/** The file of one owner at one help center. Its name tells an agent's number, or the hash of a token. */
export function keptPath(parent: string, prefix: string, owner: Owner): string {
  const whose = 'agent' in owner ? `agent-${owner.agent.id}` : `token-${owner.hash}`;
  return join(parent, `${prefix}-${whose}.db`);
}

/** Whether a file of this name belongs to an owner at this help center. */
export function isKeptName(name: string, prefix: string): boolean {
  return name.startsWith(`${prefix}-`) && /-(?:agent-\d+|token-[0-9a-f]+)\.db$/.test(name);
}

/** The names in a folder; none if it cannot be read. */
export function namesInFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function shortHash(center: string): string {
  return createHash('sha256').update(center).digest('hex').slice(0, 12);
}
