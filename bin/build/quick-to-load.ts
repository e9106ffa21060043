import { createHash } from 'node:crypto';
import { isBuiltin } from 'node:module';
import type { Rolldown } from 'tsdown';

/** `import fs, { readFileSync as read } from 'node:fs';`, as the minifier writes it. */
const nodeImport = /(?<=^|;|\n)import([^'"`;()]+)from\s*["'](node:[\w/]+)["'];/g;

/** `import 'node:fs';` takes nothing. */
const emptyImport = /(?<=^|;|\n)import\s*["']node:[\w/]+["'];/g;

/** `require("node:fs")` in a script; in a package's own code also `require("fs")`. */
const nodeRequire = /\brequire\(["'`](?:node:)?([\w/]+)["'`]\)/g;

/** `import("node:v8")`, which a script cannot do. */
const nodeLater = /\bimport\(["'`](node:[\w/]+)["'`]\)/g;

/** Modules that no start needs, and many files name: loaded at their first use. A desk is 2 MiB smaller without. */
const LATE = new Set(['node:child_process', 'node:fs/promises', 'node:timers/promises']);

function taken(module: string): string {
  const now = `globalThis.process.getBuiltinModule("${module}")`;
  return LATE.has(module) ? `new Proxy({},{get:(_,name)=>${now}[name]})` : now;
}

/** The same names as constants: `const fs = …, { readFileSync: read } = …;`. */
function asConstants(names: string, module: string): string {
  const list = /\{([^}]*)\}/.exec(names)?.[1]?.replaceAll(/\s+as\s+/g, ':') ?? '';
  const whole = names
    .replace(/\{[^}]*\}/, '')
    .split(',')
    .map(name => name.replace(/\*\s*as\s+/, '').trim())
    .filter(name => name !== '');
  const wholes = whole.map(name => `${name}=${taken(module)}`);
  const some = list === '' ? [] : [`{${list}}=${taken(module)}`];
  return `const ${[...wholes, ...some].join(',')};`;
}

function fromModule(code: string): string {
  return code
    .replace(emptyImport, '')
    .replace(nodeImport, (_all, names: string, module: string) => asConstants(names, module));
}

/** As strict as the modules that it was made of. `bin/load.js` knows it by its hash. */
function fromScript(code: string): string {
  const script = code
    .replace(nodeRequire, (all, name: string) => (isBuiltin(`node:${name}`) ? taken(`node:${name}`) : all))
    .replace(nodeLater, (_all, module: string) => `Promise.resolve(${taken(module)})`);
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 16);
  return `/*${hash}*/"use strict";${script}`;
}

/**
 * A faster way for the slow parts of Node's loader. An `import` of Node's own module reads every property of it, and
 * some of them load further modules or open the standard streams; taking the few that are used reads only those, and
 * some only when they are used. Text that is ASCII alone is decoded many times as fast, and held in half the memory.
 */
export function quickToLoad(): Rolldown.Plugin {
  return {
    name: 'quick-to-load',
    generateBundle({ format }, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (/\\[^\0-\x7f]/.test(chunk.code))
          throw new Error(`${chunk.fileName}: a letter beyond ASCII after a backslash`);
        const ascii = chunk.code.replace(
          /[^\0-\x7f]/g,
          letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        chunk.code = format === 'cjs' ? fromScript(ascii) : fromModule(ascii);
      }
    },
  };
}
