import type { Action } from '../../keys/action.ts';
import { say } from '../../keys/overlay.ts';
import { stopSaving } from '../../state/sync/save-attachments.ts';
import { saidFileName } from '../../text/file-name.ts';
import { t } from '../../text/safe.ts';

export const attachmentStop: Action<'attachment.stop'> = {
  id: 'attachment.stop',
  title: t`Stop saving`,
  help: t`Stops saving attachments; no half of a file stays`,
  scope: 'everywhere',
  keys: [],
  words: ['cancel', 'download', 'abort'],
  unavailable: ({ saving }) => (saving.length === 0 ? t`No attachment is being saved.` : undefined),
  run: desk => {
    const [first] = desk.world().saving;
    stopSaving(desk);
    if (first)
      say(desk, t`Stopped: ${saidFileName(first.name)} was not saved, and nothing of it was left behind.`, 'done');
  },
};
