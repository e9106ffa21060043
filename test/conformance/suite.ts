import { describe } from 'vitest';
import { registerAnswers } from './answers.ts';
import { registerAttachments } from './attachments.ts';
import { registerBulk } from './bulk.ts';
import { registerConversationList } from './conversation-list.ts';
import { registerConversations } from './conversations.ts';
import { registerDocument } from './document.ts';
import { registerEvents } from './events.ts';
import { registerExamples } from './examples.ts';
import { registerFilters } from './filters.ts';
import { registerForeign } from './foreign.ts';
import { registerHostile } from './hostile.ts';
import { registerInboxOrder } from './inbox-order.ts';
import { registerInboxParts } from './inbox-parts.ts';
import { registerInboxes } from './inboxes.ts';
import { registerListModel } from './list-model.ts';
import { registerMatrix } from './matrix.ts';
import { registerMerge } from './merge.ts';
import { registerMessages } from './messages.ts';
import { registerOnce } from './once.ts';
import { registerOpenApi } from './openapi.ts';
import { registerPaging } from './paging.ts';
import { registerPeople } from './people.ts';
import { registerPreconditions } from './preconditions.ts';
import { registerProvocations } from './provocations.ts';
import { registerQueries } from './queries.ts';
import { registerRefusals } from './refusals.ts';
import type { Target } from './target.ts';
import { registerVisibility } from './visibility.ts';
import { registerWaiting } from './waiting.ts';
import { registerWire } from './wire.ts';
import { useWorld } from './world.ts';

/**
 * Registers the tests that a help center keeps every promise that can be seen from outside. It makes inboxes, agents
 * and conversations there: run it on a help center of its own.
 */
export const conformance = (open: () => Promise<Target>, overWire?: 'over a connection'): void => {
  const world = useWorld(open);
  registerDocument(world);
  describe('examples', () => registerExamples(world));
  describe('refusals', () => registerRefusals(world));
  registerProvocations(world);
  registerMatrix(world);
  registerForeign(world);
  registerQueries(world);
  registerPaging(world);
  registerOnce(world);
  registerPreconditions(world);
  registerOpenApi(world);
  registerInboxes(world);
  registerInboxParts(world);
  registerInboxOrder(world);
  registerPeople(world);
  registerVisibility(world);
  registerConversations(world);
  registerConversationList(world);
  registerListModel(world);
  registerWaiting(world);
  registerFilters(world);
  registerBulk(world);
  registerMerge(world);
  registerMessages(world);
  registerAttachments(world);
  registerEvents(world);
  registerAnswers(world);
  if (overWire) registerWire(world);
  registerHostile(world);
};
