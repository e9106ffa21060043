import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Problem } from '../model/problem.ts';

/** Half of the threads that Node has for files, names, compression and hashes together. */
const MAX_HASHES_AT_ONCE = 2;

/** The most hashes waiting in each lane: a few seconds’ work. */
const MAX_HASHES_WAITING = 64;

/** Computes slow password hashes, a few at a time. */
interface HashQueue {
  /**
   * Runs `work` when its turn has come. Known callers go before all others, so that a flood of strangers does not delay
   * them. Throws `unavailable` if too many wait already.
   */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
}

/** `known`: a caller with a token, or an account at an address where it has signed in before. */
export type Lane = 'known' | 'strange';

function busy(): Problem {
  return new Problem(
    'unavailable',
    'Too many passwords are being checked at the moment; nothing was changed. Try again in a second.',
    undefined,
    1,
  );
}

/** Makes the queue of one help center. */
export function createHashQueue(): HashQueue {
  const lanes: Record<Lane, (() => void)[]> = { known: [], strange: [] };
  let running = 0;

  const enter = async (lane: Lane): Promise<void> => {
    if (running < MAX_HASHES_AT_ONCE) {
      running += 1;
      return;
    }
    if (lanes[lane].length >= MAX_HASHES_WAITING) throw busy();
    await new Promise<void>(resolve => lanes[lane].push(resolve));
  };

  const leave = (): void => {
    const next = lanes.known.shift() ?? lanes.strange.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    run: async (lane, work) => {
      await enter(lane);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

const BLOCK_SIZE = 8;
const PARALLELISM = 1;

function derive(password: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** cost, r: BLOCK_SIZE, p: PARALLELISM, maxmem: 2 ** cost * BLOCK_SIZE * 256 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Hashes and checks the passwords of one help center, a few at a time. */
export interface Passwords {
  /** The stored form of a password. Throws `unavailable` if too many wait, as do the others. */
  hash(password: string): Promise<string>;
  isRight(password: string, kept: string | null, lane: Lane): Promise<boolean>;
  /** A deterministic hash, to compare texts that contain a password. */
  slowHash(text: string, salt: string): Promise<string>;
}

/** `cost` is scrypt's N as a power of two. */
export function createPasswords(cost: number): Passwords {
  const queue = createHashQueue();
  return {
    hash: password => queue.run('known', () => hashPassword(password, cost)),
    isRight: (password, kept, lane) => queue.run(lane, () => isPassword(password, kept, cost)),
    slowHash: (text, salt) => queue.run('known', () => slowHash(text, salt, cost)),
  };
}

/** The stored form of a password: the cost, a salt and scrypt's key. `cost` is N as a power of two. */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return `scrypt$${cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Deterministic scrypt hash, to compare texts that contain a password: as slow to guess as the stored form. */
async function slowHash(text: string, salt: string, cost: number): Promise<string> {
  return `scrypt$${(await derive(text, Buffer.from(salt), cost)).toString('base64url')}`;
}

/**
 * Whether the password matches the stored one. Without a stored one (no such agent, or one that cannot sign in) it
 * takes the same time and returns false.
 */
export async function isPassword(password: string, kept: string | null, cost: number): Promise<boolean> {
  const [, power, salt, key] = kept?.split('$') ?? ['', String(cost), randomBytes(16).toString('base64url'), ''];
  const derived = await derive(password, Buffer.from(salt!, 'base64url'), Number(power));
  const expected = Buffer.from(key!, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}
