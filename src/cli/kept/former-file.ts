import { readFileSync } from 'node:fs';
import type { Kept } from '../../state/kept.ts';
import type { Owner } from './owner.ts';

/**
 * Whether a desk of an earlier version still writes this file. It recorded its process id, which another process may
 * have by now: only a process that is a desk counts.
 */
export function isFormerDeskRunning(path: string): boolean {
  try {
    const pid = Number(readFileSync(`${path}.lock`, 'utf8'));
    if (!(pid > 0) || pid === process.pid) return false;
    process.kill(pid, 0);
    return /frontdesk/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

/** The agent of these changes, if all their notes name the same one; null if unknown. */
export function signedBy({ pending, journal }: Kept): Owner | null {
  const calls = [...pending, ...[...journal.undo, ...journal.redo].flatMap(({ forward }) => forward)];
  const agents = new Set(calls.flatMap(({ args }) => (args as { agentId?: number | null })?.agentId ?? []));
  const [id] = agents;
  return id !== undefined && agents.size === 1 ? { agent: { id, name: '' } } : null;
}
