import type { Action } from '../../keys/action.ts';
import { openOverlay } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';
import { linkList, listLinks } from './link-list.ts';
import { linksOf, whyNoLink } from './links.ts';

export const linkShow: Action = {
  id: 'link.show',
  title: t`Show a link`,
  help: t`Shows the link of the selected entry whole, to be copied; of several, chooses one.`,
  scope: 'detail',
  keys: ['o'],
  words: ['url', 'open'],
  unavailable: world =>
    whyNoLink(world) ??
    (linksOf(world, world.detail.entryKey).length === 0
      ? t`There is no link in this entry · L lists all of the conversation.`
      : undefined),
  run: desk => {
    const world = desk.world();
    const links = linksOf(world, world.detail.entryKey);
    if (links.length > 1) listLinks(desk, links);
    else openOverlay(desk, { kind: 'sheet', actionId: linkList.id, top: 0, data: links[0] });
  },
};
