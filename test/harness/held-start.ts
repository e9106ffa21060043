/**
 * Loaded into the built desk from outside (`node --import`): the program itself is loaded only when the file
 * `HELD_START` is gone. Beside it, a file whose name ends in `.reached` says that it is asked for; with one that ends in
 * `.fault` it cannot be loaded.
 */
import { registerHooks } from 'node:module';

const gate = process.env.HELD_START ?? '';

/** In place of the loader of the program's files. Until the gate is gone, the process serves its events. */
function standIn(url: string): string {
  return `
    import { existsSync, writeFileSync } from 'node:fs';
    import * as own from ${JSON.stringify(`${url}?own`)};
    const gate = ${JSON.stringify(gate)};
    const isHeld = async () => {
      // What is painted is on its way by then.
      await new Promise(resolve => setTimeout(resolve, 20));
      writeFileSync(gate + '.reached', '');
      while (existsSync(gate)) await new Promise(resolve => setTimeout(resolve, 5));
      if (existsSync(gate + '.fault')) throw new Error('a fault at the start');
    };
    export function createLoader(kind) {
      const { load, keep } = own.createLoader(kind);
      return { keep, load: name => (name === 'main.cjs' ? isHeld().then(() => load(name)) : load(name)) };
    }`;
}

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/bin/load.js') ? { format: 'module', source: standIn(url), shortCircuit: true } : next(url, context),
});
