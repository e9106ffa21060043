import type { Message, Note } from '../world.ts';
import type { Voice } from './line.ts';

/** Whose words an entry is; the help center's own messages count as an agent's. */
export function voiceOf(entry: Message | Note): Voice {
  if ('details' in entry) return 'note';
  const type = authorType(entry);
  return type === 'agent' || type === 'system' ? 'agent' : 'customer';
}

/** Who wrote a message; null if another help center does not say. */
export function authorType({ author, kind }: Message): Message['kind'] {
  return author.type ?? kind;
}
