import * as v from 'valibot';
import { Event } from '../../src/cli/commands/events/event.ts';
import type { Fields } from '../../src/contract/described.ts';
import { historyEvents } from '../../src/contract/history.ts';

/** The fields of an event as a table. */
export function eventTable(): string {
  const { fields } = v.getMetadata(Event as unknown as v.GenericSchema) as { fields: Fields };
  const rows = Object.entries(fields).map(([name, [, meaning]]) => `| \`${name}\` | ${meaning} |`);
  return ['| field | what |', '| --- | --- |', ...rows].join('\n');
}

/** The kinds of events. */
export function eventKinds(): string {
  return historyEvents.map(name => `\`${name}\``).join(' · ');
}
