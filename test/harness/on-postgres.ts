/** Set in files whose tests are run on PostgreSQL. */
const VARIABLE = 'FRONTDESK_TESTS_ON';

/** From here on the tests of this file open their help centers on PostgreSQL. */
export function testOnPostgres(): void {
  process.env[VARIABLE] = 'postgres';
}

export function isOnPostgres(): boolean {
  return process.env[VARIABLE] === 'postgres';
}

/** Set in files whose tests are run with the attachments in a folder. */
const IN_FOLDER = 'FRONTDESK_TESTS_IN_FOLDER';

/** From here on the help centers of this file's tests have their attachments in a folder, also on PostgreSQL. */
export function testInFolder(): void {
  process.env[IN_FOLDER] = '1';
}

export function isInFolder(): boolean {
  return process.env[IN_FOLDER] === '1';
}
