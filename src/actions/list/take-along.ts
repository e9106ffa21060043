import type { Action } from '../../keys/action.ts';
import { say } from '../../keys/overlay.ts';
import { stopTakingAlong, takeAlong } from '../../state/sync/take-along.ts';
import { t } from '../../text/safe.ts';
import { whyEmpty } from './marks.ts';

export const listTakeAlong: Action<'list.take-along'> = {
  id: 'list.take-along',
  title: t`Take along`,
  help: t`Reads the next 50, to work on without a link; again stops`,
  scope: 'list',
  keys: ['g t'],
  words: ['offline', 'cache', 'download', 'train', 'keep'],
  needsServer: true,
  unavailable: whyEmpty,
  run: desk => {
    if (desk.world().isTakingAlong) stopTakingAlong(desk);
    else if (desk.cache.isOn) void takeAlong(desk);
    else say(desk, t`Nothing is kept here for a time without a link.`);
  },
};
