#!/bin/sh
':' //; o=; case ${1--} in -*) o=--v8-pool-size=1; export MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=67108864;; *) export MALLOC_MMAP_THRESHOLD_=524288;; esac; MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX-1} exec node $o "$0" "$@"
// The launcher, for two readers: the shell reads the line above, which Node takes for a comment. Only the environment can
// tell glibc to have one arena for all threads: with one for each, a desk needs 20 MiB more. A desk alone, which ends with
// its agent's day, also keeps memory that it has given back, and has one thread beside its own: both start it sooner. A
// command, which may be a service, gives large pieces back to the system: glibc keeps them once it has seen one go.
// The rest is plain enough for any Node to read, so that one that is too old can say so.
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

var args = process.argv.slice(2);
var isCommand = /^(\w|-[Vh]$|--(version|help)$)/.test(args[0] || '');
var files;
var painted;

import('./load.js')
  .then(function (own) {
    files = own.createLoader(isCommand ? 'command' : 'desk');
    try {
      painted = files.load('paint.cjs').paintFirstFrame(args);
    } catch (_) {
      // Without it the desk starts as well.
    }
    return files.load('main.cjs');
  })
  .then(function (program) {
    // A desk keeps its code itself: it ends when the agent leaves, or is killed.
    return program.main(args, painted, isCommand ? undefined : files.keep);
  })
  .then(function () {
    if (isCommand) files.keep();
  })
  .catch(function (error) {
    var missing = error && error.code === 'ENOENT' && /\bdist\b.main\.cjs$/.test(error.path);
    var text = missing
      ? 'frontdesk is not built yet. In the checkout run: npm run build\n'
      : String((error && error.stack) || error) + '\n';
    if (painted) painted.terminal.tell(text);
    else process.stderr.write(text);
    process.exit(missing ? 2 : 1);
  });
