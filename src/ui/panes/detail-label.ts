import { isReadWhole } from '../../state/detail/rest.ts';
import { waitsHere } from '../../state/outbox/waits-here.ts';
import type { World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { asOf } from '../../text/relative-time.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';

const SECTION_TITLES = { notes: t`notes`, history: t`history`, reviews: t`reviews`, contacts: t`contacts` } as const;
/** Longer words of a search are cut, so that the count stays in sight. */
const MAX_WORDS = 16;

/** What is to be said of what the detail shows: its age if it is not read yet, the part of the conversation, a search. */
export function labelOf(world: World): SafeText {
  const { detail, pane, base, now } = world;
  const { section, find } = detail;
  const thread = base.threads.get(detail.conversationId ?? 0);
  const age = thread?.isCached ? [asOf(thread.asOf, now)] : [];
  const waits = detail.conversationId === null ? undefined : waitsHere(world, detail.conversationId);
  const shown = section === 'thread' ? age : [...age, SECTION_TITLES[section]];
  const parts = waits === undefined ? shown : [join([...shown, waits], t` · `)];
  if (find === null || pane !== 'detail') return join(parts);
  const more = isReadWhole(world) ? t`` : t`+`;
  const count = t`${grouped(find.current + 1)} of ${grouped(find.matches.length)}${more}`;
  return join([...parts, t`“${cut(safeLine(find.words), MAX_WORDS)}” ${count}`], t` · `);
}
