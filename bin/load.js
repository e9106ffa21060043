// Loads the files of the bundle, with the code that V8 made of them at an earlier start. Node's own compile cache keeps a
// file as it is compiled first, and each function that runs later is compiled again at each start: of the desk's start
// that was a quarter.

// Node's own modules are taken rather than imported: an import reads every property of them, which loads further ones.
const { hash } = process.getBuiltinModule('node:crypto');
const fs = process.getBuiltinModule('node:fs');
const { dirname, join } = process.getBuiltinModule('node:path');
const { Script } = process.getBuiltinModule('node:vm');

/** The build begins each file with a hash of it: `/*0123456789abcdef*\/`. */
const BUILD = [2, 18];
const HEAD_BYTES = 64;

const WRAPPER = ['(function (exports, require, module, __filename, __dirname) {', '\n})'];

/** Larger than each file on the way to the first frame. */
const ROOM_BYTES = 1_048_576;

/** The first starts, which run different functions, keep the code again, and then one a day. */
const STARTS = 3;
const KEPT_MS = 24 * 3_600_000;

/** Where compiled code is kept, as Node's variables for its own compile cache say; undefined for nowhere. */
export function codeFolder({ NODE_DISABLE_COMPILE_CACHE, NODE_COMPILE_CACHE, XDG_CACHE_HOME, HOME }, platform) {
  if (NODE_DISABLE_COMPILE_CACHE === '1') return undefined;
  if (NODE_COMPILE_CACHE) return join(NODE_COMPILE_CACHE, 'frontdesk');
  if (XDG_CACHE_HOME?.startsWith('/')) return join(XDG_CACHE_HOME, 'frontdesk');
  if (!HOME?.startsWith('/')) return undefined;
  return join(HOME, platform === 'darwin' ? 'Library/Caches' : '.cache', 'frontdesk');
}

/** The built files of this checkout or package, and where the code of this user's starts is kept. */
const own = { dist: join(import.meta.dirname, '../dist'), folder: codeFolder(process.env, process.platform) };

/** Makes a loader for built files. `kind` tells programs apart that run other functions of the same files. */
export function createLoader(kind, { dist, folder, now = Date.now } = own) {
  const modules = new Map();
  let stale = [];
  // All files are read into the same memory: the system takes longer to give new memory than to read.
  let room;

  const load = name => {
    const known = modules.get(name);
    if (known) return known.exports;
    const filename = join(dist, name);
    room ??= Buffer.allocUnsafeSlow(ROOM_BYTES);
    const source = readWrapped(filename, room);
    const build = source.slice(...BUILD.map(at => at + WRAPPER[0].length));
    const path = folder && join(folder, `${kind}-${name}.bin`);
    const kept = path && readCode(path, build, room);
    const script = new Script(source, { filename, cachedData: kept?.code });
    const starts = script.cachedDataRejected === false ? kept.starts : 0;
    const isFresh = starts >= STARTS && now() - kept.writtenMs < KEPT_MS;
    if (path && !isFresh) stale.push({ script, path, head: `${build} ${Math.min(starts + 1, STARTS)}` });
    const module = { exports: {} };
    modules.set(name, module);
    try {
      script.runInThisContext()(module.exports, other => load(other.slice('./'.length)), module, filename, dist);
    } catch (error) {
      modules.delete(name);
      throw error;
    }
    return module.exports;
  };

  /** Keeps the code of all functions that have run by now. Flags of V8 that are set later make other code. */
  const keep = () => {
    const kept = stale;
    stale = [];
    room = undefined;
    try {
      if (kept.length > 0) makeFolder(folder);
      if (kept.length > 0 && !isOwnFolder(folder)) return;
      for (const { script, path, head } of kept) writeCode(path, head, script.createCachedData());
    } catch {
      // It only makes the next start faster.
    }
  };
  return { load, keep };
}

/** Node's recursive mkdir never ends under /proc. */
function makeFolder(path) {
  if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  fs.mkdirSync(path, { mode: 0o700 });
}

/** Any other writer there could redirect a write. */
function isOwnFolder(path) {
  const found = fs.lstatSync(path);
  return found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0;
}

/** The bundle is ASCII. A text this long, made from bytes at once, is not on V8's heap. */
function readWrapped(filename, room) {
  const [before, after] = WRAPPER;
  const file = fs.openSync(filename, 'r');
  try {
    const { size } = fs.fstatSync(file);
    const bytes = roomFor(before.length + size + after.length, room);
    bytes.latin1Write(before, 0);
    if (fs.readSync(file, bytes, before.length, size) !== size) throw new Error(`${filename} cannot be read whole`);
    bytes.latin1Write(after, before.length + size);
    return bytes.latin1Slice();
  } finally {
    fs.closeSync(file);
  }
}

function roomFor(size, room) {
  return size > room.length ? Buffer.allocUnsafeSlow(size) : room.subarray(0, size);
}

function headed(head, code) {
  return `${head} ${hash('sha1', code)}`.padEnd(HEAD_BYTES);
}

/**
 * V8 trusts its cache, so a damaged file or another user's is not given to it. The code is in `room` until the next
 * file is read.
 */
function readCode(path, build, room) {
  let file;
  try {
    file = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
    const { uid, mode, size, mtimeMs } = fs.fstatSync(file);
    if (uid !== process.geteuid?.() || mode & 0o022 || size <= HEAD_BYTES) return undefined;
    const bytes = roomFor(size, room);
    if (fs.readSync(file, bytes, 0, size) !== size) return undefined;
    const code = bytes.subarray(HEAD_BYTES);
    const head = bytes.latin1Slice(0, HEAD_BYTES);
    const starts = Number(head[build.length + 1]);
    if (head !== headed(`${build} ${starts}`, code)) return undefined;
    return { code, starts, writtenMs: mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

/** Another process may read it, or write it too. */
function writeCode(path, head, code) {
  const unfinished = `${path}.${process.pid}`;
  try {
    fs.rmSync(unfinished, { force: true });
    fs.writeFileSync(unfinished, Buffer.concat([Buffer.from(headed(head, code)), code]), { flag: 'wx', mode: 0o600 });
    fs.renameSync(unfinished, path);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}
