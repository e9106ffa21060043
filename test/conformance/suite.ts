import { describe } from 'vitest';
import { isFull, isWhole } from '../harness/full.ts';
import { isOnPostgres } from '../harness/on-postgres.ts';
import { registerAnswers } from './answers.ts';
import { registerAttachments } from './attachments.ts';
import { registerBulk } from './bulk.ts';
import { registerContacts } from './contacts.ts';
import { registerConversationList } from './conversation-list.ts';
import { registerConversations } from './conversations.ts';
import { registerDocument } from './document.ts';
import { registerEventRows } from './event-rows.ts';
import { registerEvents } from './events.ts';
import { registerEveryFault } from './every-fault.ts';
import { registerExamples } from './examples.ts';
import { registerFilters } from './filters.ts';
import { registerForeign } from './foreign.ts';
import { registerHeads } from './heads.ts';
import { registerHostile } from './hostile.ts';
import { registerInboxOrder } from './inbox-order.ts';
import { registerInboxParts } from './inbox-parts.ts';
import { registerInboxes } from './inboxes.ts';
import { registerListModel } from './list-model.ts';
import { registerListRows } from './list-rows.ts';
import { registerMatrix } from './matrix.ts';
import { registerMerge } from './merge.ts';
import { registerMessages } from './messages.ts';
import { registerNoteChange } from './note-change.ts';
import { registerOnce } from './once.ts';
import { registerOneLine } from './one-line.ts';
import { registerOpenApi } from './openapi.ts';
import { registerPaging } from './paging.ts';
import { registerParticipants } from './participants.ts';
import { registerPeople } from './people.ts';
import { registerPreconditions } from './preconditions.ts';
import { registerProvocations } from './provocations.ts';
import { registerQueries } from './queries.ts';
import { registerRefusals } from './refusals.ts';
import { registerStatusName } from './status-name.ts';
import { registerTagName } from './tag-name.ts';
import type { Target } from './target.ts';
import { registerTotals } from './totals.ts';
import { registerUnread } from './unread.ts';
import { registerVisibility } from './visibility.ts';
import { registerWaiting } from './waiting.ts';
import { registerWire } from './wire.ts';
import { type World, worldOfSuite } from './world.ts';

/** Where else than in this process, on SQLite, a part may come out differently: over a connection, on another database. */
type Place = 'connection' | 'database';

/** `npm test` takes these alone: the promises that no test in `test/center/handlers` repeats. */
type Quick = 'quick';

type Register = (world: () => World, again?: Place) => void;

/** The parts, in order, and the places in which they are asked again. */
const PARTS: readonly (readonly [Register, ...again: readonly (Place | Quick)[]])[] = [
  [registerDocument, 'quick', 'connection'],
  [world => describe('examples', () => registerExamples(world)), 'quick', 'connection'],
  [world => describe('refusals', () => registerRefusals(world)), 'quick'],
  [registerProvocations, 'quick', 'connection'],
  [registerMatrix, 'quick'],
  [registerForeign, 'quick'],
  [registerQueries, 'quick', 'connection', 'database'],
  [registerPaging, 'quick', 'connection', 'database'],
  [registerListRows, 'quick', 'database'],
  [registerOnce, 'quick', 'connection', 'database'],
  [registerPreconditions, 'quick', 'connection', 'database'],
  [registerOpenApi, 'quick'],
  [registerInboxes, 'quick'],
  [registerInboxParts, 'quick'],
  [registerInboxOrder, 'quick', 'database'],
  [registerPeople, 'quick', 'database'],
  [registerOneLine],
  [registerEveryFault, 'quick'],
  [registerVisibility, 'quick', 'database'],
  [registerConversations, 'quick', 'database'],
  [registerConversationList, 'quick', 'database'],
  [registerListModel, 'quick', 'database'],
  [registerWaiting, 'database'],
  [registerContacts, 'quick'],
  [registerNoteChange],
  [registerStatusName],
  [registerTagName],
  [registerFilters, 'quick', 'database'],
  [registerTotals, 'database'],
  [registerUnread, 'database'],
  [registerParticipants],
  [registerBulk, 'quick', 'database'],
  [registerMerge, 'quick', 'database'],
  [registerMessages, 'quick', 'database'],
  [registerAttachments, 'connection', 'database'],
  [registerEvents, 'quick', 'connection', 'database'],
  [registerEventRows, 'connection', 'database'],
  [registerHeads, 'quick', 'connection'],
  [registerAnswers, 'quick', 'connection'],
  [registerHostile, 'quick', 'connection', 'database'],
];

interface ConformanceOptions {
  /** It is asked over a connection: what belongs to that is asked too. */
  readonly isOverConnection?: boolean;
  /** All of it was asked in this process, on SQLite: only the parts that may come out differently there are asked again. */
  readonly again?: Place;
}

/**
 * Registers the tests that a help center keeps every promise that is visible from outside. It makes inboxes, agents and
 * conversations there: run it on a help center for tests.
 */
export function conformance(open: () => Promise<Target>, options: ConformanceOptions = {}): void {
  const { isOverConnection = false, again } = options;
  const world = worldOfSuite(open);
  const asked = again ?? (isWhole || isOnPostgres() ? undefined : 'quick');
  for (const [register, ...places] of PARTS) {
    if (asked === undefined || isFull || places.includes(asked)) register(world, again);
  }
  if (isOverConnection) registerWire(world);
}
