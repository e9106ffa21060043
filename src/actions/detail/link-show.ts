import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { listLinks, openLink } from './link-list.ts';
import { linksOf, whyNoLink } from './links.ts';

export const linkShow: Action<'link.show'> = {
  id: 'link.show',
  title: t`Open or show a link`,
  help: t`Opens or shows the entry’s link, or lists several`,
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
    else void openLink(desk, link);
  },
};
