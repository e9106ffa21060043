import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { beginFilter } from '../../keys/list-state.ts';
import { choice, pageFlow } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { closeOverlay, messageLine, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { isReadWhole } from '../../state/detail/body-lines.ts';
import { type Attachment, fileFacts, fileName } from '../../state/detail/files.ts';
import type { World } from '../../state/world.ts';
import { showUrl } from '../../text/address.ts';
import { linksIn } from '../../text/links.ts';
import { join, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { whyNoneOpen } from '../conversation/targets.ts';
import {
  askFolder,
  attachmentsOf,
  detailEntries,
  filesWith,
  openAttachment,
  whyNotOpened,
  withoutInline,
} from './attachments.ts';

/** Longer lists are not read to the end, and each key compares all links. */
const MAX_LISTED = 1_000;
/** At most this much of a link, in UTF-16 units, is listed and filtered by; the page shows all of it. */
const MAX_LABEL = 1_000;

/** A link, or the id of an attachment. */
type Listed = string | number;

const listing = choice<readonly Listed[]>({
  id: 'link.list',
  input: v.array(v.union([v.string(), v.number()])),
  title: ({ world }) => (isReadWhole(world) ? t`Attachments and links` : t`Attachments, and links in what is read`),
  verb: t`open or show`,
  options: ({ world, data }) => listedOptions(world, data),
  empty: () => t`Nothing matches.`,
  keys: [
    { key: 's', word: t`save`, run: (desk, { data }, option) => save(desk, listedAt(data, option)) },
    { key: 'a', word: t`save all`, run: (desk, { data }) => saveAll(desk, data) },
    { key: 'o', word: t`open`, run: (desk, { data }, option) => open(desk, listedAt(data, option), 'open') },
    {
      key: '/',
      word: t`filter`,
      run: (desk, { open: box }) => beginFilter(desk, box),
    },
  ],
  take: (desk, { data }, option) => open(desk, listedAt(data, option), 'show'),
});

const linkText = pageFlow<string>({
  id: 'link.text',
  input: v.string(),
  title: () => t`Link`,
  lines: ({ data }, columns) => wrap(showUrl(data), Math.max(8, columns)),
  fills: 'width',
  foot: () => t`Esc back`,
});

export const linkList: Action<'link.list'> = {
  id: 'link.list',
  title: t`Attachments and links…`,
  help: t`Lists attachments and links: s saves, Enter opens or shows`,
  scope: 'detail',
  keys: ['L'],
  words: ['url', 'file', 'download', 'save'],
  unavailable: world =>
    whyNoneOpen(world) ??
    (linksOf(world).length + attachmentsOf(world).length === 0
      ? t`There is no attachment and no link in this conversation.`
      : undefined),
  run: desk => listAll(desk, attachmentsOf(desk.world()), linksOf(desk.world())),
  flows: [listing, linkText],
};

function listedOptions(world: World, data: readonly Listed[]): readonly Option[] {
  const files = new Map(attachmentsOf(world).map(file => [file.id, file]));
  return data.map(one => {
    if (typeof one === 'string') return { id: one, label: showUrl(one.slice(0, MAX_LABEL)) };
    const file = files.get(one);
    if (!file) return { id: String(one), label: t`attachment #${one}` };
    const place = file.inline ? [t`in the text`] : [];
    return { id: String(one), label: fileName(file), detail: join([...place, fileFacts(file)], t` · `) };
  });
}

function listedAt(data: readonly Listed[], option: Option | undefined): Listed | undefined {
  return data.find(one => String(one) === option?.id);
}

function open(desk: Desk, listed: Listed | undefined, how: 'show' | 'open'): void {
  if (listed === undefined) return;
  const [file] = typeof listed === 'number' ? filesWith(desk.world(), [listed]) : [];
  const reason = file && whyNotOpened(desk, file);
  if (reason !== undefined) {
    say(desk, reason);
    return;
  }
  closeOverlay(desk);
  if (file) openAttachment(desk, file, how);
  else void openLink(desk, String(listed));
}

function save(desk: Desk, listed: Listed | undefined): void {
  if (typeof listed === 'string') say(desk, t`A link cannot be saved · Enter opens or shows it`);
  else if (listed !== undefined) saveThese(desk, [listed]);
}

function saveAll(desk: Desk, data: readonly Listed[]): void {
  const ids = data.filter(one => typeof one === 'number');
  if (ids.length === 0) say(desk, t`There is no attachment in this list.`);
  else saveThese(desk, ids);
}

function saveThese(desk: Desk, ids: readonly number[]): void {
  closeOverlay(desk);
  askFolder(desk, withoutInline(filesWith(desk.world(), ids)));
}

/** Opens a link with the program of the settings; without one, shows it to copy. */
async function openLink(desk: Desk, link: string): Promise<void> {
  if (!desk.hooks.openLink) return begin(desk, linkText, link);
  say(desk, t`Opened ${showUrl(link)}`, 'done');
  try {
    await desk.hooks.openLink(link);
  } catch (problem) {
    say(desk, t`The link was not opened: ${messageLine(problem)}`);
  }
}

/** Lets the agent choose an attachment or a link; of very many only the first are listed. */
function listAll(desk: Desk, files: readonly Attachment[], links: readonly string[]): void {
  begin(desk, listing, [...files.map(({ id }) => id), ...links].slice(0, MAX_LISTED));
}

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
      ? t`There is no attachment and no link in this entry · ${world.keyNames['link.list']} lists all of the conversation.`
      : undefined),
  run: desk => {
    const world = desk.world();
    const links = linksOf(world, world.detail.entryKey);
    const own = attachmentsOf(world, world.detail.entryKey);
    // The agent does not press the key for a signature's logo.
    const files = links.length > 0 ? own.filter(({ inline }) => !inline) : withoutInline(own);
    const [link, file] = [links[0], files[0]];
    if (links.length + files.length > 1) listAll(desk, files, links);
    else if (file) openAttachment(desk, file);
    else if (link !== undefined) void openLink(desk, link);
  },
};

/** The links of the conversation in the detail, without repeats: the newest entry first, in the order of each entry. */
export function linksOf(world: World, entryKey?: string | null): readonly string[] {
  const texts = detailEntries(world, entryKey).map(entry => ('details' in entry ? entry.details : entry.body_text));
  return [...new Set(texts.flatMap(linksIn))];
}
