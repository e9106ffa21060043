import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker, openSheet, reasonOf, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { showUrl } from '../../text/address.ts';
import { t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { linksOf, whyNoLink } from './links.ts';

/** Longer lists are not read to the end, and each key compares all links. */
const MAX_LISTED = 1_000;
/** At most this much of a link, in UTF-16 units, is listed and filtered by; the sheet shows all of it. */
const MAX_LABEL = 1_000;

export const linkList: Action<'link.list', { picker: readonly string[]; sheet: string }> = {
  id: 'link.list',
  title: t`Links…`,
  help: t`Lists the links, newest first; Enter opens or shows one`,
  scope: 'detail',
  keys: ['L'],
  words: ['url'],
  unavailable: whyNoLink,
  run: desk => listLinks(desk, linksOf(desk.world())),
  picker: {
    kept: { form: v.array(v.string()) },
    title: () => t`Links`,
    hasFilter: true,
    verb: t`open or show`,
    options: (_world, { draft, data }) =>
      filterOptions(
        data.map(link => ({ id: link, label: showUrl(link.slice(0, MAX_LABEL)) })),
        draft,
      ),
    empty: () => t`No link matches.`,
    take: (desk, _overlay, { id }) => {
      closeOverlay(desk);
      void openLink(desk, id);
    },
  },
  sheet: {
    kept: { form: v.string() },
    title: () => t`Link`,
    lines: ({ viewport }, { data }) => wrap(showUrl(data), Math.max(8, viewport.columns)),
    isPlain: true,
    foot: () => t`Esc back`,
  },
};

/** Opens a link with the program of the settings; without one, shows it to copy. */
export async function openLink(desk: Desk, link: string): Promise<void> {
  if (!desk.openLink) return openSheet(desk, linkList, link);
  say(desk, t`Opened ${showUrl(link)}`, 'done');
  try {
    await desk.openLink(link);
  } catch (problem) {
    say(desk, t`The link was not opened: ${reasonOf(problem)}`);
  }
}

/** Lets the agent choose a link; of very many only the first are listed. */
export function listLinks(desk: Desk, links: readonly string[]): void {
  openPicker(desk, linkList, links.slice(0, MAX_LISTED));
}
