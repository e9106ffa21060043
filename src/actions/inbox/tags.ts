import * as v from 'valibot';
import { TagName } from '../../contract/conversation-body.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice, questionBox } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { boxOn } from '../../keys/parts.ts';
import { KeptLine } from '../../keys/reopen.ts';
import { askBox, type CallResult, flow, readOnce } from '../../keys/script.ts';
import { sendOnce } from '../../keys/sent-line.ts';
import { writeResource } from '../../state/administration/administer.ts';
import { attempt } from '../../state/calls/attempt.ts';
import type { Desk } from '../../state/desk.ts';
import { refresh } from '../../state/sync/refresh.ts';
import type { Tag, World } from '../../state/world.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { shownFault } from '../conversation/fault.ts';
import { mayChange } from './administering.ts';

interface Joined {
  readonly from: SafeText;
  readonly into: SafeText;
}

const joinQuestion = questionBox<Joined>({
  id: 'tag.join',
  title: ({ data }) => t`Join the tag ${data.from} to ${data.into}?`,
  lines: ({ world, data }) => [
    t`${data.from} is on ${onConversations(world, data.from)}: they get ${data.into}.`,
    t`No tag ${data.from} is left. This cannot be undone.`,
  ],
  verb: t`join`,
});

const nameBox = boxOn<{ readonly from: SafeText }>()({
  id: 'tag.name',
  title: ({ data }) => t`New name of the tag ${data.from}`,
  verb: t`rename`,
  parts: {
    name: {
      kind: 'line',
      start: ({ data }) => data.from,
      rule: ({ world, data }, text) => {
        const taken = takenBy(world, data.from, text);
        return taken
          ? t`${taken.name} is a tag already: the two become one.`
          : t`All conversations with the tag have the new name.`;
      },
      check: (_view, text) => shownFault(TagName, text),
    },
  },
});

/** Renames a tag. The desk may not know every tag, so the help center is asked before two of them become one. */
const renaming = flow({
  id: 'tag.rename',
  takesText: true,
  input: v.object({ from: KeptLine }),
  *script({ from }) {
    const { name: typed } = yield* askBox(nameBox, { from });
    const name = typed.trim();
    const into = yield* readOnce(v.nullable(KeptLine), desk => nameTaken(desk, from, name));
    if (into !== null) yield* askBox(joinQuestion, { from, into });
    const rename = (desk: Desk, key: string) => writeResource(desk, 'tag', from, { name }, { key });
    return yield* sendOnce(name, rename, { done: t`Renamed the tag ${from} to ${safeLine(name)}`, reread: refresh });
  },
});

const tags = choice({
  id: 'tag.list',
  title: () => t`Tags`,
  hasFilter: true,
  verb: t`rename`,
  options: ({ world: { base } }) => base.tags.map(tagOption),
  empty: ({ world: { base } }) => (base.tags.length === 0 ? t`No conversation has a tag.` : t`No tag matches.`),
  take: (desk, _view, { label }) => {
    if (mayChange(desk)) begin(desk, renaming, { from: label });
  },
});

export const tagList: Action<'tag.list'> = {
  id: 'tag.list',
  title: t`Rename tags…`,
  help: t`Renames a tag on all conversations, or joins two tags`,
  words: ['tag', 'label', 'merge', 'join'],
  run: desk => begin(desk, tags),
  flows: [tags, renaming],
};

function tagOption({ name, conversations }: Tag): Option {
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

function nameTaken(
  desk: Desk,
  from: SafeText,
  name: string,
): CallResult<SafeText | null> | Promise<CallResult<SafeText | null>> {
  const taken = takenBy(desk.world(), from, name)?.name;
  if (taken !== undefined || tagKey(name) === tagKey(from)) return { value: taken ?? null };
  return attempt(desk.client.tag.list({ query: { q: name } })).then(found => {
    const tags = 'value' in found ? found.value.data : [];
    return { value: tags.find(tag => tagKey(tag.name) === tagKey(name))?.name ?? null };
  });
}
