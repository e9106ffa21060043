// The executable runs this in place of `bin/frontdesk.js`: its Bun is new enough, and has compiled all code before.
const args = process.argv.slice(2);
// A desk waits for its agent and stays smaller with little machine code; a service or an import is as fast as usual soon.
const isCommand = /^\w/.test(args[0] ?? '');
if (isCommand) setTimeout(() => Bun.unsafe.setJITPolicy(1), 1_000).unref();
const { paintFirstFrame } = await import('../../dist-binary/modules/paint.mjs');
let painted;
try {
  painted = paintFirstFrame(args);
} catch {
  // Without it the desk starts as well.
}
const { main } = await import('../../dist-binary/modules/main.mjs');
await main(args, painted);
