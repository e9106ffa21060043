import type { Client } from '../../client/client.ts';
import type { Note } from '../world.ts';
import type { ChangeOutcome } from './change.ts';

type Mentions = readonly number[] | undefined;

/** Sends a note with its mentions; without them to a help center that refuses them, under another key. */
export function mentioning<Answer>(
  { capabilities }: Client,
  mentions: Mentions,
  key: string,
  send: (named: { mentions?: number[] }, key: string) => Promise<Answer>,
): Promise<Answer> {
  if (mentions === undefined) return send({}, key);
  return capabilities.degrade(
    'mentions',
    () => send({ mentions: [...mentions] }, key),
    () => send({}, `${key}:plain`),
  );
}

/** The notice if a note was kept, and the agents whom it mentions do not hear of it. */
export function unheard(
  { capabilities }: Client,
  mentions: Mentions = [],
  note: Pick<Note, 'mentions'>,
): Pick<ChangeOutcome, 'absent'> {
  const isHeard = mentions.length === 0 || (note.mentions?.length ?? 0) > 0;
  return isHeard ? {} : { absent: capabilities.absence('mentions') };
}
