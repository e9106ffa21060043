/**
 * Loaded into the built desk from outside (`node --import`): the program itself is loaded only when the file
 * `HELD_START` is gone. Beside it, a file whose name ends in `.reached` says that it is asked for; with one that ends in
 * `.fault` it cannot be loaded.
 */
import { registerHooks } from 'node:module';

const gate = process.env.HELD_START ?? '';

/** In place of the program. Until the gate is gone, the process serves its events. */
function standIn(url: string): string {
  return `
    import { existsSync, writeFileSync } from 'node:fs';
    const gate = ${JSON.stringify(gate)};
    writeFileSync(gate + '.reached', '');
    while (existsSync(gate)) await new Promise(resolve => setTimeout(resolve, 5));
    if (existsSync(gate + '.fault')) throw new Error('a fault at the start');
    const program = await import(${JSON.stringify(`${url}?program`)});
    export const main = program.main;`;
}

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/dist/main.mjs')
      ? { format: 'module', source: standIn(url), shortCircuit: true }
      : next(url, context),
});
