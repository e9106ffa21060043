import type { Action } from '../../keys/action.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { t } from '../../text/safe.ts';
import { filesFlow, openFiles, pathFlow } from './attach-box.ts';
import { noteWrite } from './note.ts';
import { writingBox } from './put-in.ts';
import { whyNoNote } from './targets.ts';

export const fileAttach: Action<'file.attach'> = {
  id: 'file.attach',
  title: t`Note with a file…`,
  help: t`Attaches a file to a note`,
  scope: 'conversations',
  words: ['attach', 'attachment', 'upload', 'document'],
  writes: true,
  unavailable: world => whyNoNote(world) ?? whyLacking(world, 'attachment.create'),
  run: desk => {
    noteWrite.run(desk);
    const box = writingBox(desk.world());
    if (box) openFiles(desk, 'note', box.targets);
  },
  flows: [pathFlow, filesFlow],
};
