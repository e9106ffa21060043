import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'tsdown';
import { defineConfig } from 'tsdown';
import { commitOf } from './bin/build/commit.ts';
import { lightMailauth } from './bin/build/light-mailauth.ts';
import { notices } from './bin/build/notices.ts';
import { ownModules } from './bin/build/own-modules.ts';
import { quickToLoad } from './bin/build/quick-to-load.ts';
import { replaced } from './bin/build/replaced.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const yogaFile = here('node_modules/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js');
const yogaBytes = /data:application\/octet-stream;base64,([\w+/]+=*)/;

/**
 * Its start, by the hook that its compiler offers for that: at once, rather than by a fetch and other threads. Its module
 * is then whole when `loadYoga` returns: a top-level await would make every module above it wait.
 */
const startYoga = (code: string): string => `(() => {
  const yoga = {
    instantiateWasm(imports, started) {
      const bytes = Buffer.from('${yogaBytes.exec(code)?.[1]}', 'base64');
      started(new WebAssembly.Instance(new WebAssembly.Module(bytes), imports));
      return {};
    },
  };
  loadYoga(yoga);
  return yoga;
})()`;

/** Ink's tools for its own developers, and the top-level await that loads them. */
const inkTools = "process.env['DEV'] === 'true'";

const theirSegmenter = 'new Intl.Segmenter(';

/** A package's own segmenter, made when its module is loaded, would load all of ICU before the first frame. */
const withOwnSegmenter = (code: string): string => `
  import { segmenter as ownSegmenter } from ${JSON.stringify(here('src/text/segmenter.ts'))};
  ${code.replaceAll(/new Intl\.Segmenter\((?:undefined, \{ ?granularity: ['"]grapheme['"] ?\})?\)/g, 'ownSegmenter')}`;

/** What the IMAP client loads for a logger and a proxy of its own: it is given neither. */
const unused: Readonly<Record<string, string>> = {
  pino: "export default function pino() { throw new Error('The IMAP client has no logger here.'); }",
  socks: 'export const SocksClient = undefined;',
};

/**
 * What start-up and the wire ask of the bundled packages: an ofetch on Node's own fetch without a polyfill, one
 * comparison in place of all of `assert`, a segmenter that is made when a text needs it, an Ink without its developers'
 * tools, and a yoga that starts from its own bytes.
 */
const startUp: Rolldown.Plugin = {
  name: 'start-up',
  resolveId(source, importer) {
    if (source === 'assert' && importer?.includes('signal-exit')) return '\0assert';
    if (source in unused && importer?.includes('/imapflow/')) return `\0${source}`;
    if (source === 'ofetch') return here('node_modules/ofetch/dist/index.mjs');
    return undefined;
  },
  load(id) {
    if (id.slice(1) in unused) return unused[id.slice(1)];
    if (id === '\0assert') return 'export function equal(a, b, message) { if (a !== b) throw new TypeError(message); }';
    return undefined;
  },
  transform(code, id) {
    if (id.includes('/node_modules/') && code.includes(theirSegmenter)) return withOwnSegmenter(code);
    if (id.includes('/ink/build/') && code.includes(inkTools)) return code.replaceAll(inkTools, 'false');
    if (id.includes('yoga-wasm-base64')) return replaced(code, yogaBytes, 'data:application/octet-stream;base64,');
    if (!id.endsWith('yoga-layout/dist/src/index.js')) return undefined;
    return replaced(code, /await loadYoga\(\)/, startYoga(readFileSync(yogaFile, 'utf8')));
  },
};

/**
 * Few files on the way to the first frame, each with all it needs and that no file before it has: the loader takes longer
 * to find thirty small ones than to read these.
 */
const files = [
  { name: 'first-frame', test: /src\/cli\/first-frame\/paint\.ts$/, priority: 6 },
  { name: 'text', test: /src\/(runtime|text)\/(?!html)|node_modules\/valibot\//, priority: 5 },
  { name: 'contract', test: /src\/contract\//, priority: 4 },
  {
    name: 'shell',
    test: /src\/cli\/(main|database-path)\.ts$|src\/center\/database\/(thread-file|refused|postgres\/address)\.ts$/,
    priority: 3,
  },
  // What the desk and the commands for scripts use: these do without the desk.
  { name: 'client', test: /src\/(client|cli\/elsewhere)\//, priority: 2.8 },
  { name: 'state', test: /src\/(state|cli\/(kept|cache))\//, priority: 2.6 },
  { name: 'actions', test: /src\/(keys|actions)\//, priority: 2.4 },
  // What a desk in lines shares with one on a screen: it loads nothing of Ink.
  {
    name: 'desk-parts',
    test: /src\/cli\/desk\/(start-desk|connection|desk-options|editor|first-list|pager|place|redirect-console|stores)\.ts$/,
    priority: 2.2,
  },
  { name: 'desk', test: /src\/(cli\/commands\/desk\.ts|ui\/start\.tsx)$/, priority: 2 },
  { name: 'center', test: /src\/center\/center\.ts$/, priority: 1 },
];

export default defineConfig({
  // Each thread begins with a file of its own, which nothing imports.
  entry: {
    paint: 'src/cli/first-frame/paint.ts',
    main: 'src/cli/main.ts',
    dial: 'src/cli/dial-start.ts',
    'import-thread': 'src/cli/desk/import-thread.ts',
    'mail-thread': 'src/cli/desk/mail-thread.ts',
    'reading-thread': 'src/center/intake/reading-thread.ts',
    'html-thread': 'src/center/model/message/html-thread.ts',
    'sync-thread': 'src/center/database/backup/sync-thread.ts',
  },
  // Scripts, whose compiled code can be kept (`bin/load.js`). The executable is made of modules (`bin/build/binary.ts`).
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  outDir: 'dist',
  clean: true,
  dts: false,
  // Less to read and to hold; names stay, for the reports.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  sourcemap: false,
  hash: false,
  logLevel: 'warn',
  checks: { legacyCjs: false },
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.FRONTDESK_COMMIT': JSON.stringify(commitOf(import.meta.dirname)),
  },
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
  outputOptions: { codeSplitting: { groups: files } },
  plugins: [ownModules(), lightMailauth(), startUp, quickToLoad(), notices()],
});
