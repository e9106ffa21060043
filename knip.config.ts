import type { KnipConfig } from 'knip';
import { BENCHES } from './test/bench/benches.ts';
import { SOAKS } from './test/soak/soaks.ts';

const scripts = [BENCHES, SOAKS].flatMap(({ byName }) => Object.values(byName).flatMap(({ script }) => script ?? []));

/** What is started rather than imported, beside what `package.json` and the configuration of the other tools name. */
const entry = [
  ...scripts,
  'bin/build/binary-start.js',
  'test/{bench,binary,soak,faults,conformance}/run.ts',
  'test/binary/launcher.ts',
  'test/make-kept-files.ts',
  'test/bench/plain-route.ts',
  'test/faults/break-at-step.ts',
  'test/harness/quick-clock.ts',
  'test/**/fixtures/**/*.ts',
];

export default {
  entry,
  project: ['src/**', 'test/**', 'bin/**'],
  // It imports the client that a test generates beside it.
  ignore: ['test/center/openapi/fixtures/round.ts'],
  // The type of what an exported function takes or returns has a name for its readers.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // They belong to the system, and a test skips where one is not there.
  ignoreBinaries: [
    'lintian',
    'systemd-analyze',
    'dpkg',
    'dpkg-deb',
    'mkfifo',
    'unshare',
    'pg_dump',
    'ldd',
    'sha256sum',
    'mount',
    'umount',
    'prlimit',
    'setpriv',
    'taskset',
    'openssl',
    'ssh-keygen',
  ],
} satisfies KnipConfig;
