import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Ask } from '../conformance/client.ts';
import { endpoints, type NamedEndpoint } from '../conformance/endpoints.ts';
import { newAsk, usualCaller } from '../conformance/scenes.ts';
import type { World } from '../conformance/world.ts';
import { checkFiles, checkWhole } from './consistency.ts';
import type { Fault, Run } from './fault.ts';
import { attachmentsOf } from './people.ts';
import { checkRefusal, tryWrite, worldOver } from './refusal.ts';
import { type Room, roomOfFile, roomOfServer, tornFiles } from './room.ts';
import type { Serving } from './serving.ts';
import { withServings } from './servings.ts';
import { fillDisk } from './small-disk.ts';
import type { TestDatabase } from './test-database.ts';

/** A write that still fails with this many steps of room has another reason. */
const MAX_STEPS = 400;

interface Scarcity {
  readonly servings: readonly Serving[];
  readonly database: TestDatabase;
  readonly room: Room;
  readonly world: World;
  /** Writes that were refused for want of room. */
  refused: number;
}

async function checkReads({ world, servings }: Scarcity, title: string): Promise<void> {
  for (const path of ['/conversations', '/inboxes', `/conversations/${world.foreignConversationId}/messages`])
    for (const { url } of servings) {
      const { status } = await tryWrite(world, { method: 'GET', path }, url);
      equal(status, 200, `${path} while ${title} finds the disk full`);
    }
}

/**
 * Gives a write one step of room more each time, until it succeeds: every earlier attempt must have changed nothing.
 */
async function squeeze(scarcity: Scarcity, one: NamedEndpoint): Promise<void> {
  const { servings, database, room, world } = scarcity;
  const ask: Ask = await newAsk(world, one, callerOf(one));
  const before = await room.rows();
  for (let steps = 0; ; steps += 1) {
    ok(steps < MAX_STEPS, `${one.title} fails for ever`);
    await room.give(steps, ask.raw !== undefined);
    const answer = await tryWrite(world, ask, servings[steps % 2]!.url);
    if (answer.status < 300) break;
    checkRefusal(answer, one.title);
    equal(await room.rows(), before, `${one.title} left something behind`);
    deepEqual(await tornFiles(database), [], `${one.title} left something behind`);
    scarcity.refused += 1;
    if (steps % 8 === 0) await checkReads(scarcity, one.title);
  }
  await room.free();
}

const writes = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET');

/** Only a caller who has signed in can sign out. */
function callerOf(one: NamedEndpoint) {
  return one.name === 'session.logout' ? 'insider' : usualCaller(one);
}

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Every write, asked of two services, meets the end of the disk at each of its steps. */
async function squeezeAll(run: Run): Promise<string> {
  if (!hasPrlimit()) return 'skipped at each write: there is no prlimit';
  const work = async ({ servings, database }: { servings: readonly Serving[]; database: TestDatabase }) => {
    const roomOf = database.kind === 'sqlite' ? roomOfFile : roomOfServer;
    const room = await roomOf(servings, database);
    const scarcity: Scarcity = { servings, database, room, world: await worldOver(servings[0]!.url), refused: 0 };
    const chosen = writes.filter((_, at) => run.share === 1 || (at + run.seed) % Math.round(1 / run.share) === 0);
    for (const one of chosen) {
      await squeeze(scarcity, one);
      await scarcity.world.sweep();
    }
    ok(servings.every(({ log }) => log.some(line => / 503 /.test(line))));
    return `${chosen.length} writes refused at ${scarcity.refused} places with 503, nothing torn, reads went on`;
  };
  return withServings(run, { agents: 1, services: 2 }, work, async database => {
    await checkWhole(database);
    await checkFiles(database, attachmentsOf(database));
  });
}

/** The disk is full: each write is refused with 503 and changes nothing, and reads go on. */
export const fullDisk: Fault = async run =>
  `${await squeezeAll(run)}; ${run.share === 1 ? await fillDisk(run) : 'the small disk at full size alone'}`;
