import { createHash } from 'node:crypto';
import { isBuiltin } from 'node:module';
import type { Rolldown } from 'tsdown';
import type { Part } from './parts.ts';
import { withPlainExports } from './plain-exports.ts';

/** `import fs, { readFileSync as read } from 'node:fs';`, as the minifier writes it. */
const nodeImport = /(?<=^|;|\n)import([^'"`;()]+)from\s*["'](node:[\w/]+)["'];/g;

/** `import 'node:fs';` takes nothing. */
const emptyImport = /(?<=^|;|\n)import\s*["']node:[\w/]+["'];/g;

/** `require("node:fs")` in a script; in a package's own code also `require("fs")`. */
const nodeRequire = /\brequire\(["'`](?:node:)?([\w/]+)["'`]\)/g;

/** `import("node:v8")`, which a script cannot do. */
const nodeLater = /\bimport\(["'`](node:[\w/]+)["'`]\)/g;

/** What no start needs, and many files name: taken when the first function of it is called. */
const LATE = new Set(['node:child_process', 'node:fs/promises', 'node:timers/promises']);

const taken = (module: string): string => `globalThis.process.getBuiltinModule("${module}")`;

const takenWhole = (module: string): string =>
  LATE.has(module) ? `new Proxy({},{get:(_,name)=>${taken(module)}[name]})` : taken(module);

/** Such an import has functions alone. */
function takenLate(list: string, module: string): string[] {
  return list.split(',').map(part => {
    const [name = '', own = name] = part.split(':').map(text => text.trim());
    if (typeof Reflect.get(process.getBuiltinModule(module) ?? {}, name) !== 'function')
      throw new Error(`${name} of ${module} is no function: take it from another module`);
    return `${own}=(...all)=>${taken(module)}.${name}(...all)`;
  });
}

/** The same names as constants: `const fs = …, { readFileSync: read } = …;`. */
function asConstants(names: string, module: string): string {
  const list = /\{([^}]*)\}/.exec(names)?.[1]?.replaceAll(/\s+as\s+/g, ':') ?? '';
  const whole = names
    .replace(/\{[^}]*\}/, '')
    .split(',')
    .map(name => name.replace(/\*\s*as\s+/, '').trim())
    .filter(name => name !== '');
  const wholes = whole.map(name => `${name}=${takenWhole(module)}`);
  const some = list === '' ? [] : LATE.has(module) ? takenLate(list, module) : [`{${list}}=${taken(module)}`];
  return `const ${[...wholes, ...some].join(',')};`;
}

function fromModule(code: string): string {
  return code
    .replace(emptyImport, '')
    .replace(nodeImport, (_all, names: string, module: string) => asConstants(names, module));
}

/** The bundler's way to take a package that is no module: a copy of it, with a getter for each of its properties. */
const asCopy = /__toESM=\(mod,isNodeMode,target\)=>.*?(?=,__toCommonJS=)/;

/** The same names without a copy. */
const asHeir =
  '__toESM=(mod,isNodeMode)=>isNodeMode||!mod?.__esModule||!__hasOwnProp.call(mod,`default`)' +
  '?__create(mod??null,{default:{value:mod,enumerable:!0}}):mod';

/** As strict as the modules that it was made of. `bin/load.js` knows it by its hash. */
function fromScript(code: string): string {
  if (code.includes('__toESM=') && !asCopy.test(code))
    throw new Error('the bundler is not what it was: see how it does this now');
  const script = code
    .replace(asCopy, asHeir)
    .replace(nodeRequire, (all, name: string) => (isBuiltin(`node:${name}`) ? takenWhole(`node:${name}`) : all))
    .replace(nodeLater, (_all, module: string) => `Promise.resolve(${taken(module)})`);
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 16);
  return `/*${hash}*/"use strict";${script}`;
}

/**
 * What Node's loader does slowly, done quickly. An `import` of Node's own module reads every property of it, and some of
 * them load further modules or open the standard streams; taking the few that are used reads only those, and some only
 * when they are called. Text that is ASCII alone is decoded many times as fast, and held in half the memory.
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
        chunk.code =
          format === 'cjs'
            ? fromScript(withPlainExports(ascii, this.parse(ascii) as unknown as Part))
            : fromModule(ascii);
      }
    },
  };
}
