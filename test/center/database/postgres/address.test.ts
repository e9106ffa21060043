import { describe, expect, test } from 'vitest';
import { isPostgres, readDatabaseAddress, serversOf } from '../../../../src/center/database/postgres/address.ts';
import { DatabaseRefused } from '../../../../src/center/database/refused.ts';

describe('an address of PostgreSQL', () => {
  test.for([
    ['postgres://help@db.example:5433/desk', 'desk on db.example:5433'],
    ['postgresql://db.example/desk', 'desk on db.example:5432'],
    ['postgres:///desk?host=/run/postgresql', 'desk on /run/postgresql:5432'],
    ['postgres://help@/desk', 'desk on localhost:5432'],
    ['postgres://help@one,two:5433/desk', 'desk on one:5432,two:5433'],
    ['postgres:///desk?host=one,two&port=6432', 'desk on one:6432,two:6432'],
    ['postgres://db.example', 'the default database on db.example:5432'],
  ] as const)('%s is shown as %s', ([address, place]) => {
    expect(isPostgres(address)).toBe(true);
    expect(readDatabaseAddress(address)).toEqual({ url: address, place });
  });

  test.for([
    'postgres://help:s3cret@db.example/desk',
    'postgres://help:s3cret@/desk',
    'postgres://db.example/desk?password=s3cret',
    'postgres://help:s3cret@db.example:port/desk',
    'postgres:s3cret',
    'postgres://help:s3cret@one,two/desk',
    'postgres://one,two:s3cret/desk',
    'postgres://one/desk?target_session_attrs=s3cret',
    'postgres:///desk?host=one,two&port=1,2,3',
  ])('%s is refused, and its password is not shown', address => {
    const read = () => readDatabaseAddress(address);
    expect(read).toThrow(DatabaseRefused);
    expect(read).not.toThrow(/s3cret/);
  });

  test.for([
    [
      'postgres://u@one:1,two:2/desk?sslmode=require',
      ['one:1', 'two:2'].map(at => `postgres://u@${at}/desk?sslmode=require`),
    ],
    [
      'postgres://u@/desk?host=/run/a,/run/b&port=1,2&target_session_attrs=read-write',
      ['a&port=1', 'b&port=2'].map(end => `postgres://u@/desk?host=%2Frun%2F${end}`),
    ],
    ['postgres://[::1]:1,[::2]/desk', ['postgres://[::1]:1/desk', 'postgres://[::2]/desk']],
    ['postgres://one/desk?target_session_attrs=any', ['postgres://one/desk']],
    ['postgres://one/desk?host=%2Frun', ['postgres://one/desk?host=%2Frun']],
  ] as const)('%s names its servers in their order', ([address, servers]) => {
    expect(serversOf(address)).toEqual(servers);
  });

  test.for(['center.db', '/var/lib/postgres/center.db', ':memory:', 'postgres'])('%s is a path', path => {
    expect(isPostgres(path)).toBe(false);
  });
});
