import type { Action } from '../../keys/action.ts';
import { openSheet } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';
import { linkList, listLinks } from './link-list.ts';
import { linksOf, whyNoLink } from './links.ts';

export const linkShow: Action<'link.show'> = {
  id: 'link.show',
  title: t`Show a link`,
  help: t`Shows the selected entry’s link to copy, or lists several`,
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
    const [link, ...more] = linksOf(world, world.detail.entryKey);
    if (link === undefined) return;
    if (more.length > 0) listLinks(desk, [link, ...more]);
    else openSheet(desk, linkList, link);
  },
};
