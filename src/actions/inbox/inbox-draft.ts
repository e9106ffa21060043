import type { Desk } from '../../state/desk.ts';
import { loadTeams } from '../../state/sync/places.ts';
import type { Inbox, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { panePlaces, placeIndex } from '../go/places.ts';
import { type FormValues, openForm } from './fields.ts';
import type { Address } from './rebase.ts';

/** The inbox at the inbox pane's cursor; undefined on a view. */
export function inboxAtCursor(world: World): Inbox | undefined {
  const places = panePlaces(world);
  const place = places[placeIndex(places, world.inboxCursor)];
  return world.base.inboxes.find(({ id }) => place?.kind === 'inbox' && String(id) === place.key);
}

/** Why there is no inbox to act on. */
export function whyNoInbox(world: World): SafeText | undefined {
  return inboxAtCursor(world)
    ? undefined
    : t`No inbox is at the cursor · ${world.keyNames['inbox.administer']} has all`;
}

/** Opens the form of an inbox, or of a new one. */
export function openInbox(desk: Desk, inbox: Inbox | null): void {
  openForm(desk, 'inbox.edit', inbox?.id ?? null, inbox ? valuesOf(inbox) : {});
  if (desk.world().base.teams === null) void loadTeams(desk);
}

/** An inbox as the values of its form. */
export function valuesOf({ emails, ...inbox }: Inbox): FormValues {
  const addresses = emails.map(({ email, status }): Address => ({ email, status: status ?? undefined, was: email }));
  return { ...inbox, emails: addresses };
}
