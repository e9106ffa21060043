// What the executable runs in place of `bin/frontdesk.js`: its Bun is new enough, and has compiled all code before.
const args = process.argv.slice(2);
const { paintFirstFrame } = await import('../../dist-binary/modules/paint.mjs');
let painted;
try {
  painted = paintFirstFrame(args);
} catch {
  // Without it the desk starts as well.
}
const { main } = await import('../../dist-binary/modules/main.mjs');
await main(args, painted);
