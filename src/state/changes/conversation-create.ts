import * as v from 'valibot';
import type { Client } from '../../client/client.ts';
import { ConversationTitle } from '../../contract/conversation-body.ts';
import { Id, MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { addressKey } from '../../text/address-form.ts';
import { safeLine, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { attachmentIdsOf } from '../files/attached-file.ts';
import { peopleInWords } from '../reply/written-people.ts';
import type { Change, ChangeOutcome, Checked } from './change.ts';
import { nextOf } from './following.ts';
import { mailFields, peopleOf, WrittenMail } from './reply-args.ts';
import { orAbsent, orRefused } from './send.ts';

const Args = v.object({
  ...WrittenMail,
  /** The id of its draft: the conversation has none yet. */
  ids: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.maxValue(-1))), v.length(1)),
  title: ConversationTitle,
  to: v.pipe(v.array(WrittenMail.to.wrapped.item), v.minLength(1)),
  /** False only records it: nothing is mailed. */
  deliver: v.boolean(),
  /** Absent: as the help center chooses. */
  inboxId: v.optional(Id),
});
type Args = v.InferOutput<typeof Args>;

/** How far the clocks of desk and help center may differ, in milliseconds. */
const SKEW_MS = 120_000;
const SHOWN_COLUMNS = 40;
const DONE: ChangeOutcome = { conversations: [], refused: [] };

function bodyOf({ title, inboxId, body, deliver, to, cc = [], bcc = [], files = [], sendAt }: Args) {
  const time = sendAt === undefined ? {} : { deliver_at: sendAt };
  return {
    title,
    ...(inboxId === undefined ? {} : { inbox_id: inboxId }),
    message: { body_text: body, deliver, to, cc, bcc, attachments: attachmentIdsOf(files), ...time },
  };
}

/** How many messages it has, of a help center that does not count them: one at most; null if that cannot be read. */
async function countMessages(client: Client, id: number): Promise<number | null> {
  const read = await attempt(client.message.list({ params: { conversation_id: id }, query: { limit: 1 } }));
  return 'value' in read ? read.value.data.length : null;
}

/** Begins a conversation with a message of ours: mailed, or only recorded. Held, because a mail cannot be called back. */
export const conversationCreate: Change<Args> = {
  args: Args,
  // It is shown once the help center has made it.
  apply: visible => visible,
  send: (client, args, key) =>
    orRefused(args.ids, () =>
      orAbsent(client, args.ids[0]!, 'firstMessage', async (): Promise<ChangeOutcome | null> => {
        const { data } = await client.conversation.create({ body: bodyOf(args), key });
        const count = data && (data.message_count ?? (await countMessages(client, data.id)));
        if (count === null) return null;
        if (count > 0) return { ...DONE, madeId: data!.id };
        const reason = t`This help center made #${data!.id} without its message: it takes none with a new conversation.`;
        return { ...DONE, refused: [{ id: args.ids[0]!, reason }], absent: { offer: 'firstMessage', reason } };
      }),
    ),
  check: async (client, { title, to: [first] }, { at = 0 }): Promise<Checked> => {
    const newest = { limit: MAX_PAGE_SIZE, sort: 'created_at.desc', archived: 'any' } as const;
    const { data } = await client.conversation.list({ query: newest });
    const since = data.filter(({ created_at }) => created_at !== null && created_at >= at - SKEW_MS);
    const isIt = ({ email }: { email: string | null }) => addressKey(email ?? '') === addressKey(first!.email);
    const found = since.find(one => one.title === title && one.requester !== null && isIt(one.requester));
    if (found) return { ...DONE, madeId: found.id };
    return since.length < data.length ? 'notDone' : 'unknown';
  },
  doubt: t`It is not known whether this was done.`,
  uploads: true,
  isRepeatable: false,
  undo: 'hold',
  holdMs: 10_000,
  next: nextOf,
  written: args => ['reply', { ...mailFields(args), subject: args.title, inbox: `${args.inboxId ?? ''}` }],
  title: ({ to, title, deliver }) =>
    deliver
      ? { text: t`Wrote to ${peopleInWords(peopleOf(to), SHOWN_COLUMNS)}`, short: t`Wrote` }
      : { text: t`Recorded “${safeLine(title)}”`, short: t`Recorded` },
  refusal: t`Not written`,
};
