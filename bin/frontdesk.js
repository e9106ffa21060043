#!/usr/bin/env node
// The launcher: plain enough for any Node to read, so that one that is too old can say so.
var needed = [24, 15];
var own = process.versions.node.split('.').map(Number);

if (own[0] < needed[0] || (own[0] === needed[0] && own[1] < needed[1])) {
  process.stderr.write(
    'frontdesk needs Node ' +
      needed.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '.\n' +
      'Install a newer Node, or in a checkout run it on its own Node: npm start, or npx frontdesk COMMAND\n',
  );
  process.exit(2);
}

// Node's own modules are taken rather than imported: an import reads every property of them, which loads further ones.
var module = process.getBuiltinModule('node:module');
module.enableCompileCache();
// The cache is written at a clean exit; a desk that is killed has written it long before.
setTimeout(module.flushCompileCache, 500).unref();

var args = process.argv.slice(2);
var painted;

import('../dist/paint.mjs')
  .then(paint => {
    painted = paint.paintFirstFrame(args);
  })
  // Without it the desk starts as well.
  .catch(() => undefined)
  .then(() => import('../dist/main.mjs'))
  .then(main => main.main(args, painted))
  .catch(error => {
    var missing = error && error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).indexOf('dist') >= 0;
    var text = missing
      ? 'frontdesk is not built yet. In the checkout run: npm run build\n'
      : String((error && error.stack) || error) + '\n';
    if (painted) painted.terminal.tell(text);
    else process.stderr.write(text);
    process.exit(missing ? 2 : 1);
  });
