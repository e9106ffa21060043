import { describe, expect, test } from 'vitest';
import { openProblem, postgresFailure } from '../../../../src/center/database/postgres/failure.ts';
import { DatabaseUnreachable } from '../../../../src/center/database/refused.ts';
import { problemOf } from '../../../../src/center/model/problem.ts';

describe('an error of PostgreSQL', () => {
  const failed = (code: string | undefined, message = 'no', syscall?: string) =>
    Object.assign(new Error(message), { code, syscall });

  test.for([
    ['23505', 'conflict'],
    ['53100', 'unavailable'],
    ['53300', 'unavailable'],
    ['57P01', 'unavailable'],
    ['55P03', 'unavailable'],
    ['40001', 'unavailable'],
    ['25006', 'unavailable'],
    ['08006', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['ECONNRESET', 'unavailable'],
    ['42601', 'internal'],
    ['23503', 'internal'],
    ['EPERM', 'internal'],
  ] as const)('%s is answered as %s', ([code, answer]) => {
    expect(problemOf(failed(code)).code).toBe(answer);
  });

  test('a lost connection is temporary, a missing file is not', () => {
    expect(postgresFailure(failed(undefined, 'Connection terminated unexpectedly'))).toBe('unavailable');
    expect(postgresFailure(failed('ENOENT', 'no', 'connect'))).toBe('unavailable');
    expect(postgresFailure(failed('ENOENT', 'no', 'open'))).toBeUndefined();
  });

  test.for([
    [failed('ECONNREFUSED'), /desk on here does not answer/],
    [failed(undefined, 'timeout expired'), /does not answer/],
    [failed('28P01'), /PGPASSWORD/],
    [failed(undefined, 'SASL: client password must be a string'), /PGPASSWORD/],
    [failed('3D000'), /createdb/],
    [failed('42501'), /owner of the database/],
    [failed('53300'), /max_connections/],
    [failed('XX000', 'odd thing.'), /Cannot use desk on here: odd thing\.$/],
  ] as const)('$0.code that prevents opening is reported as a sentence', ([error, said]) => {
    const refused = openProblem(error, 'desk on here');
    expect(refused.message).toMatch(said);
    expect(refused instanceof DatabaseUnreachable).toBe(/does not answer/.test(refused.message));
  });
});
