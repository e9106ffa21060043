import { describe, expect, test } from 'vitest';
import { isPostgres, readAddress } from '../../../../src/center/database/postgres/address.ts';
import { DatabaseRefused } from '../../../../src/center/database/refused.ts';

describe('an address of PostgreSQL', () => {
  test.for([
    ['postgres://help@db.example:5433/desk', 'desk on db.example:5433'],
    ['postgresql://db.example/desk', 'desk on db.example:5432'],
    ['postgres:///desk?host=/run/postgresql', 'desk on /run/postgresql:5432'],
    ['postgres://help@/desk', 'desk on localhost:5432'],
    ['postgres://db.example', 'the default database on db.example:5432'],
  ] as const)('%s is shown as %s', ([address, place]) => {
    expect(isPostgres(address)).toBe(true);
    expect(readAddress(address)).toEqual({ url: address, place });
  });

  test.for([
    'postgres://help:s3cret@db.example/desk',
    'postgres://help:s3cret@/desk',
    'postgres://db.example/desk?password=s3cret',
    'postgres://help:s3cret@db.example:port/desk',
    'postgres:s3cret',
  ])('%s is refused, and its password is not shown', address => {
    const read = () => readAddress(address);
    expect(read).toThrow(DatabaseRefused);
    expect(read).not.toThrow(/s3cret/);
  });

  test.for(['center.db', '/var/lib/postgres/center.db', ':memory:', 'postgres'])('%s is a path', path => {
    expect(isPostgres(path)).toBe(false);
  });
});
