import * as v from 'valibot';
import { TagName } from '../../contract/conversation-body.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice, question } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { openField, topOverlay } from '../../keys/overlay.ts';
import { KeptLine } from '../../keys/reopen.ts';
import { administer } from '../../state/administration/administer.ts';
import { attempt } from '../../state/attempt.ts';
import type { Desk } from '../../state/desk.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { refresh } from '../../state/sync/refresh.ts';
import type { Tag, World } from '../../state/world.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { shownFault } from '../conversation/fault.ts';
import { KEPT_SENT, mayChange, type SentText, sendField } from './administering.ts';

interface Renamed extends SentText {
  readonly from: SafeText;
}

interface Joined {
  readonly from: SafeText;
  readonly into: SafeText;
}

const joinQuestion = question<Joined>({
  id: 'tag.join',
  title: ({ data }) => t`Join the tag ${data.from} to ${data.into}?`,
  lines: ({ world, data }) => [
    t`${data.from} is on ${onConversations(world, data.from)}: they get ${data.into}.`,
    t`No tag ${data.from} is left. This cannot be undone.`,
  ],
  verb: t`join`,
  answer: desk => {
    const field = topOverlay(desk.world());
    if (field?.kind === 'field') void rename(desk, field as FieldOverlay<Renamed>);
  },
});

const tags = choice({
  id: 'tag.list',
  title: () => t`Tags`,
  hasFilter: true,
  verb: t`rename`,
  options: ({ world: { base } }) => base.tags.map(optionOf),
  empty: ({ world: { base } }) => (base.tags.length === 0 ? t`No conversation has a tag.` : t`No tag matches.`),
  take: (desk, _view, { label }) => {
    if (mayChange(desk)) openField(desk, tagList, label, { from: label });
  },
});

export const tagList: Action<'tag.list', { field: Renamed }> = {
  id: 'tag.list',
  title: t`Rename tags…`,
  help: t`Renames a tag on all conversations, or joins two tags`,
  words: ['tag', 'label', 'merge', 'join'],
  run: desk => begin(desk, tags),
  flows: [tags, joinQuestion],
  field: {
    kept: { form: v.object({ from: KeptLine, ...KEPT_SENT }) },
    title: (_world, { data }) => t`New name of the tag ${data.from}`,
    verb: t`rename`,
    rule: (world, { draft, data }) => {
      const taken = takenBy(world, data.from, draft.text);
      return taken
        ? t`${taken.name} is a tag already: the two become one.`
        : t`All conversations with the tag have the new name.`;
    },
    check: (_world, { draft }) => shownFault(TagName, draft.text),
    submit: (desk, overlay) => void submit(desk, overlay),
  },
};

function optionOf({ name, conversations }: Tag): Option {
  return { id: name, label: name, ...(conversations === null ? {} : { detail: t`${conversations}` }) };
}

function tagKey(name: string): string {
  return name.trim().toLowerCase();
}

/** Another tag that has this name. */
function takenBy({ base }: World, from: SafeText, text: string): Tag | undefined {
  return tagKey(text) === tagKey(from) ? undefined : base.tags.find(({ name }) => tagKey(name) === tagKey(text));
}

function onConversations({ base }: World, name: SafeText): SafeText {
  const count = base.tags.find(tag => tag.name === name)?.conversations ?? null;
  return count === null ? t`some conversations` : counted(count, t`conversation`);
}

/** The desk may not know every tag, so the help center is asked before two of them become one. */
async function submit(desk: Desk, overlay: FieldOverlay<Renamed>): Promise<void> {
  const { from } = overlay.data;
  const name = overlay.draft.text.trim();
  let taken = takenBy(desk.world(), from, name)?.name;
  if (taken === undefined && tagKey(name) !== tagKey(from)) {
    const found = await attempt(desk.client.tag.list({ query: { q: name } }));
    if (topOverlay(desk.world()) !== overlay) return;
    if ('value' in found) taken = found.value.data.find(tag => tagKey(tag.name) === tagKey(name))?.name;
  }
  if (taken === undefined) await rename(desk, overlay);
  else begin(desk, joinQuestion, { from, into: taken });
}

async function rename(desk: Desk, overlay: FieldOverlay<Renamed>): Promise<void> {
  const { from } = overlay.data;
  const name = overlay.draft.text.trim();
  const request = { params: { name: from }, body: { name } };
  const send = (key: string) => administer(desk, 'tag.update', () => desk.client.tag.update({ ...request, key }));
  await sendField(desk, overlay, send, { done: t`Renamed the tag ${from} to ${safeLine(name)}`, reread: refresh });
}
