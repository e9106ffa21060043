import { parse, stringify, TomlError } from 'smol-toml';
import * as v from 'valibot';
import type { SavedReply } from '../../../client/model.ts';
import { detailsOf } from '../../../contract/faults.ts';
import { savedReply } from '../../../contract/saved-reply.ts';
import type { World } from '../../../state/world.ts';
import { safeBlock } from '../../../text/safe.ts';
import { searchKey } from '../../../text/search-key.ts';
import { unknownVariables } from '../../../text/variables.ts';

const { name, actions } = savedReply.create.body.entries;
const { assign_to: _, inbox_id: __, ...sameActions } = actions.wrapped.entries;

/** The head above the text: names in place of ids, which another help center would not have. */
const Head = v.strictObject({
  name,
  owner: v.optional(v.picklist(['team', 'me']), 'team'),
  inboxes: v.optional(v.array(v.string()), []),
  actions: v.optional(
    v.strictObject({ ...sameActions, assign_to: v.optional(v.string()), inbox: v.optional(v.string()) }),
    {},
  ),
});
type Head = v.InferOutput<typeof Head>;

/** The fields of a saved reply that its file has. */
export type FiledReply = Pick<SavedReply, 'owner_id'> & {
  readonly name: string;
  readonly text: string;
  readonly inbox_ids: number[];
  readonly actions: Readonly<Record<string, unknown>>;
};

/** The fault of a file, and its line. */
export class BadFile extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

const FENCE = '+++';

/** A saved reply as a file: TOML between two fences, then its text. */
export function fileOf({ base }: World, reply: SavedReply): string {
  const { assign_to, inbox_id, ...same } = reply.actions as Readonly<Record<string, unknown>>;
  const slugOf = (id: unknown) => base.inboxes.find(one => one.id === id)?.slug ?? `#${id}`;
  const agent = base.agents.find(one => one.id === assign_to)?.email ?? `#${assign_to}`;
  const own = {
    ...(assign_to === undefined ? {} : { assign_to: assign_to === null ? 'none' : assign_to === 'me' ? 'me' : agent }),
    ...(inbox_id === undefined ? {} : { inbox: slugOf(inbox_id) }),
  };
  const all = Object.entries({ ...same, ...own }).filter(([, value]) => value !== undefined);
  const head = {
    name: reply.name,
    owner: reply.owner_id === null ? 'team' : 'me',
    ...(reply.inbox_ids.length > 0 ? { inboxes: reply.inbox_ids.map(slugOf) } : {}),
    ...(all.length > 0 ? { actions: Object.fromEntries(all) } : {}),
  };
  return `${FENCE}\n${stringify(head).trimEnd()}\n${FENCE}\n${reply.text}\n`;
}

/** Reads such a file, which is UTF-8. Throws `BadFile`. */
export function replyIn(world: World, bytes: Uint8Array): FiledReply {
  const lines = textIn(bytes).replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  const end = lines.indexOf(FENCE, 1);
  if (lines[0] !== FENCE || end < 0) throw new BadFile(1, `it does not begin with a head between two lines ${FENCE}`);
  const head = readHead(lines.slice(1, end));
  const lineOf = (key: string) =>
    Math.max(
      0,
      lines.findIndex(line => line.startsWith(key)),
    ) + 1;
  const text = lines.slice(end + 1).join('\n');
  const [variable] = unknownVariables(text);
  if (variable !== undefined) {
    const at = lines.findIndex((line, index) => index > end && unknownVariables(line).includes(variable));
    throw new BadFile(at + 1, `there is no variable {${variable}}`);
  }
  const { inbox, assign_to, ...same } = head.actions;
  const given = {
    ...same,
    ...(assign_to === undefined ? {} : { assign_to: agentIn(world, assign_to, lineOf('assign_to')) }),
    ...(inbox === undefined ? {} : { inbox_id: inboxIn(world, inbox, lineOf('inbox ')) }),
  };
  return {
    name: head.name.trim(),
    owner_id: head.owner === 'me' ? (world.me?.id ?? null) : null,
    text: safeBlock(text),
    inbox_ids: head.inboxes.map(one => inboxIn(world, one, lineOf('inboxes'))).toSorted((a, b) => a - b),
    actions: v.parse(actions.wrapped, given),
  };
}

function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadFile(1, 'the file is not UTF-8');
  }
}

function readHead(lines: readonly string[]): Head {
  let given: unknown;
  try {
    given = parse(lines.join('\n'));
  } catch (error) {
    if (error instanceof TomlError) throw new BadFile(error.line + 1, error.message.split('\n')[0]!);
    throw error;
  }
  const { issues, output } = v.safeParse(Head, given);
  if (!issues) return output;
  const keys = issues[0].path?.map(({ key }) => String(key)) ?? [];
  const at = lines.findIndex(line => keys.some(key => line.startsWith(`${key} `) || line === `[${key}]`));
  throw new BadFile(at < 0 ? 1 : at + 2, `${keys.join('.')}: ${detailsOf(issues)[0]!.message}`);
}

function inboxIn({ base }: World, given: string, line: number): number {
  const isIt = (word: string) => searchKey(word) === searchKey(given);
  const inbox = base.inboxes.find(({ slug }) => isIt(slug)) ?? base.inboxes.find(one => isIt(one.name));
  if (!inbox) throw new BadFile(line, `there is no inbox ${given}`);
  return inbox.id;
}

function agentIn({ base }: World, given: string, line: number): number | 'me' | null {
  if (given === 'me') return 'me';
  if (given === 'none') return null;
  const agent = base.agents.find(one => searchKey(one.email) === searchKey(given));
  if (!agent) throw new BadFile(line, `no agent has the address ${given}`);
  return agent.id;
}

/** File names for saved replies, each another one: the same ones each time, as long as their order is the same. */
export function fileNames(replies: readonly Pick<SavedReply, 'id' | 'name'>[]): readonly string[] {
  const taken = new Set<string>();
  return replies.map(({ name, id }) => {
    const plain = searchKey(name).replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    let own = [...plain].slice(0, 60).join('').replaceAll(/^-|-$/g, '') || 'reply';
    while (taken.has(own)) own += `-${id}`;
    taken.add(own);
    return `${own}.txt`;
  });
}
