import { NewerSchema } from '../database/migrations/known-schema.ts';
import { CommitUnknown, postgresFailure } from '../database/postgres/failure.ts';
import { isLocked, whyLocked } from '../database/refused.ts';
import { conflict, Problem } from './problem.ts';

/** SQLite's codes for read-only, I/O error, full and cannot open. */
const passingCodes = [8, 10, 13, 14];

/** The system's codes for a disk that is full or fails, a file over its limit, and too many open files. */
const storageCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE'];

/** 503 if a database or a disk cannot be written now. */
export function cannotStore() {
  return new Problem('unavailable', 'The help center cannot store anything now; nothing was changed. Try later.');
}

/** The refusal for an error: itself, `unavailable` if storage fails, otherwise `internal`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof NewerSchema) return new Problem('unavailable', error.message);
  if (error instanceof CommitUnknown)
    return new Problem(
      'unavailable',
      'The help center lost its database at the last moment: this may be stored or not. ' +
        'Look before you send it again, or send it with the same Idempotency-Key.',
    );
  if (isLocked(error)) return new Problem('unavailable', `The database cannot be written: ${whyLocked}.`);
  const { errcode, code } = error as { errcode?: number; code?: string };
  const failure = postgresFailure(error);
  if (failure === 'taken') return conflict('Another caller took this name or address a moment ago; read it again.');
  const isPassing = passingCodes.includes((errcode ?? 0) & 0xff) || failure === 'unavailable';
  if (isPassing || storageCodes.includes(code ?? '')) return cannotStore();
  return new Problem('internal', 'The help center made a mistake; nothing was changed. Its log says more.');
}
