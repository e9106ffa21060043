import { t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { noteLack } from '../degrade.ts';
import type { Thread } from '../world.ts';
import { NO_CALL } from './download.ts';
import { withThread } from './memory.ts';

/** A note names its attachments by id alone, so each costs a request: of more, the ids are shown. */
const MAX_READ = 20;

/** Reads what the attachments of a conversation's notes are, one after the other; those that are gone only once. */
export async function describeNoteFiles(desk: Desk, id: number): Promise<void> {
  const thread = (): Thread | undefined => desk.world().base.threads.get(id);
  const wanted = unknownFiles(thread()).slice(0, MAX_READ);
  if (wanted.length === 0 || desk.world().offers['attachment.get'] !== undefined) return;
  const read = desk.reads.begin('note files');
  for (const attachment_id of wanted) {
    const answer = await attempt(desk.client.attachment.get({ params: { attachment_id }, signal: read.signal }));
    const now = thread();
    if (!read.isCurrent()) return;
    if (!now) break;
    if ('error' in answer && !answer.error.isMissing) break;
    if ('error' in answer && answer.error.isAbsent && NO_CALL.includes(answer.error.status)) {
      noteLack(desk, 'attachment.get', t`This help center does not describe attachments of notes.`);
      break;
    }
    const files = new Map([...(now.files ?? []), [attachment_id, 'value' in answer ? answer.value.data : null]]);
    desk.store.setState(withThread(desk.world(), id, { ...now, files }), true);
  }
  read.end();
}

function unknownFiles(thread: Thread | undefined): readonly number[] {
  const ids = thread?.notes.flatMap(({ attachments }) => attachments) ?? [];
  return [...new Set(ids)].filter(id => thread?.files?.has(id) !== true);
}
