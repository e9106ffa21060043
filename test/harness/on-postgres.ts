/** Set in files whose tests are run on PostgreSQL. */
const VARIABLE = 'FRONTDESK_TESTS_ON';

/** From here on the tests of this file open their help centers on PostgreSQL. */
export function testOnPostgres(): void {
  process.env[VARIABLE] = 'postgres';
}

export function isOnPostgres(): boolean {
  return process.env[VARIABLE] === 'postgres';
}
