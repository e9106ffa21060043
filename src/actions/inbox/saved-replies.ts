import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice, question } from '../../keys/one-box.ts';
import { say } from '../../keys/overlay.ts';
import {
  type AdministrationReply,
  administer,
  removeResource,
  writeResource,
} from '../../state/administration/administer.ts';
import { attempt } from '../../state/calls/attempt.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { savedWords } from '../../state/macro/calls.ts';
import { whyReadOnly } from '../../state/read-only.ts';
import { savedReplyTag } from '../../state/reply/saved.ts';
import { loadSavedReplies } from '../../state/sync/places.ts';
import { inboxName } from '../../state/words/names.ts';
import type { SavedReply, World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { unknownVariables, variableNames } from '../../text/variables.ts';
import { nameReply } from '../conversation/name-reply.ts';
import { mayChange, whyNotWritten } from './administering.ts';
import { type FormField, type FormValues, fieldsOf } from './fields.ts';
import { type FormAction, formAction, openForm } from './form.ts';

const KNOWN = variableNames.map(name => `{${name}}`).join(' ');

/** The fields of a saved reply: `isTeams` is its owner. */
const FIELDS: readonly FormField[] = [
  ...fieldsOf('savedReply', true).map(field =>
    field.name === 'text' ? { ...field, meaning: safeLine(KNOWN) } : field,
  ),
  { name: 'isTeams', label: t`For the team`, kind: 'flag', schema: v.boolean(), meaning: t`` },
];

export const replyEdit: FormAction<'reply.edit'> = formAction(
  'savedReply',
  {
    id: 'reply.edit',
    title: t`New saved reply…`,
    help: t`Makes a text to be used again, yours or the team’s`,
    words: ['canned', 'template', 'snippet', 'macro'],
    writes: true,
    unavailable: world => whyLacking(world, 'savedReply.create'),
    run: desk => openForm(desk, replyEdit, null, NEW),
  },
  {
    fields: () => FIELDS,
    fixed: whyReadOnly,
    faultsIn: ({ text }) => unknownVariables(String(text ?? '')).map(name => ['text', `has no variable {${name}}`]),
    now: replyNow,
    save: saveReply,
    reread: loadSavedReplies,
  },
);

const deleteQuestion = question<SavedReply>({
  id: 'reply.delete',
  title: ({ data }) => t`Delete the saved reply ${data.name}?`,
  lines: ({ world, data }) => [t`It is ${whoseWords(world, data)}. What was written with it stays.`],
  verb: t`delete`,
  answer: (desk, data) => void remove(desk, data),
});

const replies = choice({
  id: 'reply.list',
  title: () => t`Saved replies`,
  hasFilter: true,
  verb: t`edit`,
  keys: [{ key: 'ctrl-x', word: t`delete`, run: (desk, _view, option) => askDelete(desk, option?.id) }],
  options: ({ world }) => [
    ...(world.base.savedReplies ?? []).map(reply => ({
      id: `${reply.id}`,
      label: reply.name,
      detail: whoseWords(world, reply),
    })),
    { id: '', label: t`New saved reply…`, stays: true as const },
  ],
  preview: ({ world }, { id }) => {
    const reply = byId(world, id);
    return reply ? savedWords(world, reply) : t``;
  },
  take: (desk, _view, { id }) => {
    const reply = byId(desk.world(), id);
    if (mayChange(desk, whyNotWritten)) openForm(desk, replyEdit, reply?.id ?? null, reply ? valuesOf(reply) : NEW);
  },
});

export const replyList: Action<'reply.list'> = {
  id: 'reply.list',
  title: t`Edit saved replies…`,
  help: t`Changes saved replies, and deletes them`,
  words: ['canned', 'template', 'snippet', 'macro'],
  unavailable: world => whyLacking(world, 'savedReply.list'),
  run: desk => {
    if (desk.world().base.savedReplies === null) void loadSavedReplies(desk);
    begin(desk, replies);
  },
  flows: [replies, deleteQuestion, nameReply],
};

const NEW: FormValues = { isTeams: false, inbox_ids: [] };

function byId({ base }: World, id: string | undefined): SavedReply | undefined {
  return base.savedReplies?.find(one => `${one.id}` === id);
}

function whoseWords(world: World, { owner_id, inbox_ids }: SavedReply): SafeText {
  const whose = owner_id === null ? t`the team’s` : t`yours`;
  return inbox_ids.length === 0 ? whose : t`${whose}, for ${inboxesInWords(world, inbox_ids)}`;
}

function inboxesInWords(world: World, ids: readonly number[]): SafeText {
  return join(
    ids.map(id => inboxName(world, id)),
    t`, `,
  );
}

function valuesOf({ name, text, owner_id, inbox_ids }: SavedReply): FormValues {
  return { name, text, isTeams: owner_id === null, inbox_ids };
}

/** The saved reply as it is now: the write after this is refused if it changes once more. */
async function replyNow(desk: Desk, id: number): Promise<AdministrationReply<FormValues>> {
  const request = { params: { saved_reply_id: id } };
  const got = await administer(desk, 'savedReply.get', () => desk.client.savedReply.get(request));
  if ('reason' in got) return got;
  const { data } = got.value;
  const { base } = desk.world();
  const savedReplies = base.savedReplies?.map(one => (one.id === id ? data : one)) ?? null;
  desk.set({ base: { ...base, savedReplies } });
  return { value: valuesOf(data) };
}

function saveReply(desk: Desk, id: number | null, { isTeams, ...rest }: FormValues, key: string) {
  const { base, me } = desk.world();
  const owner = isTeams === undefined && id !== null ? {} : { owner_id: isTeams === true ? null : (me?.id ?? null) };
  const before = base.savedReplies?.find(one => one.id === id);
  const body = { ...(id === null && { name: '' }), ...rest, ...owner };
  return writeResource(desk, 'savedReply', id, body, { key, ...(before && savedReplyTag(before)) });
}

function askDelete(desk: Desk, id: string | undefined): void {
  const reply = byId(desk.world(), id);
  if (reply && mayChange(desk, whyNotWritten)) begin(desk, deleteQuestion, reply);
}

async function remove(desk: Desk, { id, name }: SavedReply): Promise<void> {
  const reply = await removeResource(desk, 'savedReply', id);
  if ('reason' in reply) {
    say(desk, t`Not deleted: ${reply.reason}`);
    return;
  }
  await attempt(loadSavedReplies(desk));
  say(desk, t`Deleted the saved reply ${name}`, 'done');
}
