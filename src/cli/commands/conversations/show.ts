import * as v from 'valibot';
import type { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import type { Conversation } from '../../../client/model.ts';
import { Conversation as Schema } from '../../../contract/conversation.ts';
import { described, type Fields } from '../../../contract/described.ts';
import { Message } from '../../../contract/message.ts';
import { Note } from '../../../contract/note.ts';
import { attempt } from '../../../state/calls/attempt.ts';
import { runToEnd } from '../../../state/detail/slices.ts';
import { transcriptSteps } from '../../../state/detail/transcript.ts';
import { agentName, inboxName, statusOf } from '../../../state/words/names.ts';
import { withAddress } from '../../../state/words/person-name.ts';
import type { World } from '../../../state/world.ts';
import { join, type SafeText, t } from '../../../text/safe.ts';
import type { ListingFlags } from '../../declared/shared-flags.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { readIds } from '../../output/ids.ts';
import { type CommandOutput, tellFailure, withOutput } from '../../output/output.ts';
import { printRows } from '../../output/rows.ts';
import { writeAndWait } from '../../output/write.ts';
import type { Shell } from '../../shell.ts';
import { exitCode } from '../../shell-error.ts';
import { readWorld } from '../read-world.ts';
import { readAllMessages, readAllNotes, readWholeThread } from './read-thread.ts';

/** A conversation with all that is said in it. */
const Whole = described({
  ...(v.getMetadata(Schema as unknown as v.GenericSchema).fields as Fields),
  messages: [v.array(Message), 'All its messages, oldest first.'],
  notes: [v.array(Note), 'All its notes, oldest first.'],
});

/** `frontdesk conversations show`: conversations with their messages and notes. One that is not there fails alone. */
export function showConversations(shell: Shell, words: readonly string[], flags: ListingFlags): Promise<number> {
  return withOutput(shell, flags, Whole, async output => {
    const ids = await readIds(shell, words);
    return withClient(shell, flags, async ({ client }) => {
      let code: number = exitCode.done;
      const found = eachFound(client, ids, (id, error) => {
        tellFailure(output, id, error);
        code = exitCode.failed;
      });
      if (output.form === 'text') await printTexts(shell, client, found);
      else await printRows(output, { rows: withParts(client, found, output) });
      return code;
    });
  });
}

type TellMissing = (id: number, error: ApiError) => void;

async function* eachFound(client: Client, ids: readonly number[], tellMissing: TellMissing) {
  for (const id of ids) {
    const answer = await attempt(client.conversation.get({ params: { conversation_id: id } }));
    if ('value' in answer) yield answer.value.data;
    else if (answer.error.isMissing) tellMissing(id, answer.error);
    else throw answer.error;
  }
}

/** Messages and notes are read only if they are asked for. */
async function* withParts(client: Client, found: AsyncIterable<Conversation>, { fields }: CommandOutput) {
  for await (const one of found) {
    const messages = fields.includes('messages') ? await readAllMessages(client, one.id) : [];
    const notes = fields.includes('notes') ? await readAllNotes(client, one.id) : [];
    yield { ...one, messages, notes };
  }
}

async function printTexts({ stdout, now }: Shell, client: Client, found: AsyncIterable<Conversation>): Promise<void> {
  const world = await readWorld(client, now());
  let isFirst = true;
  for await (const conversation of found) {
    const thread = await readWholeThread(client, conversation.id);
    const title = t`#${conversation.id} ${conversation.title}`;
    // The transcript begins with the title.
    const said = runToEnd(transcriptSteps(world, thread, title)).slice(title.length + 1);
    const head = [title, ...headLines(world, conversation)];
    if (!(await writeAndWait(stdout, `${isFirst ? '' : '\n'}${head.join('\n')}\n${said}`))) return;
    isFirst = false;
  }
}

/** The fields of a list’s row for a conversation, a line each. */
function headLines(world: World, conversation: Conversation): readonly SafeText[] {
  const { inbox_id, assign_to, requester, tags, archived, merged_into } = conversation;
  const status = statusOf(world, conversation);
  const lines: readonly (readonly [SafeText, SafeText])[] = [
    [t`From`, requester === null ? t`` : withAddress({ ...requester, name: requester.name || t`Unknown` })],
    [t`Status`, archived ? t`${status}, archived` : status],
    [t`Inbox`, inbox_id === null ? t`` : inboxName(world, inbox_id)],
    [t`Agent`, assign_to === null ? t`nobody` : agentName(world, assign_to)],
    [t`Tags`, join(tags, t`, `)],
    [t`Merged into`, merged_into === null ? t`` : t`#${merged_into}`],
  ];
  return lines.filter(([, value]) => value !== '').map(([name, value]) => t`${name}: ${value}`);
}
