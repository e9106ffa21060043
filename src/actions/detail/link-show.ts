import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { openAttachment } from './attachment-show.ts';
import { attachmentsOf, withoutInline } from './attachments.ts';
import { linkList, listAll, openLink } from './link-list.ts';
import { linksOf } from './links.ts';

export const linkShow: Action<'link.show'> = {
  id: 'link.show',
  title: t`Open a link or an attachment`,
  help: t`Opens or shows the entry’s link or attachment; lists many`,
  scope: 'detail',
  keys: ['o'],
  words: ['url', 'file', 'open', 'show'],
  unavailable: world =>
    linkList.unavailable?.(world) ??
    (linksOf(world, world.detail.entryKey).length + attachmentsOf(world, world.detail.entryKey).length === 0
      ? t`There is no attachment and no link in this entry · L lists all of the conversation.`
      : undefined),
  run: desk => {
    const world = desk.world();
    const links = linksOf(world, world.detail.entryKey);
    const own = attachmentsOf(world, world.detail.entryKey);
    // A signature's logo is not what a key is pressed for.
    const files = links.length > 0 ? own.filter(({ inline }) => !inline) : withoutInline(own);
    const [link, file] = [links[0], files[0]];
    if (links.length + files.length > 1) listAll(desk, files, links);
    else if (file) openAttachment(desk, file);
    else if (link !== undefined) void openLink(desk, link);
  },
};
