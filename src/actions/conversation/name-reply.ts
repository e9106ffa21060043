import * as v from 'valibot';
import { contract } from '../../contract/index.ts';
import { GivenActions } from '../../contract/saved-reply.ts';
import { sentLine } from '../../keys/sent-line.ts';
import { administer } from '../../state/administration/administer.ts';
import type { ShownMacroActions } from '../../state/macro/macro.ts';
import { whyReadOnly } from '../../state/read-only.ts';
import { loadSavedReplies } from '../../state/sync/places.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import { counted } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { shownFault } from './fault.ts';

const { body: BODY } = contract.savedReply.create;

type BodyActions = v.InferInput<typeof GivenActions>;

/** A saved reply before it has a name. */
const Unnamed: v.GenericSchema<unknown, Unnamed> = v.object({
  text: v.string(),
  actions: v.exactOptional(GivenActions),
  /** The ids of its files. */
  attachments: v.exactOptional(v.array(v.number())),
  /** How many files of the box are left out: they are on this machine alone. */
  leftOut: v.exactOptional(v.number()),
});
interface Unnamed {
  readonly text: string;
  readonly actions?: ShownMacroActions | undefined;
  readonly attachments?: readonly number[];
  readonly leftOut?: number;
}

/** Asks for the name under which a text, or a series of changes, becomes a saved reply. */
export const nameReply = sentLine<Unnamed>({
  id: 'reply.name',
  input: Unnamed,
  title: () => t`Name of the saved reply`,
  verb: t`save`,
  rule: ({ data: { leftOut = 0 } }) =>
    leftOut === 0
      ? t`Yours alone, until you give it to the team`
      : t`Without ${counted(leftOut, t`file`)}: only files that were uploaded can be used again`,
  check: (_view, text) => shownFault(BODY.entries.name, text),
  refuse: desk => whyReadOnly(desk.world()) ?? whyNotAsked(desk.world()),
  send: (desk, name, { text, actions = {}, attachments = [] }, key) => {
    const own = { owner_id: desk.world().me?.id ?? null, attachments: [...attachments] };
    const body = { name, text, actions: actions as BodyActions, ...own };
    return administer(desk, 'savedReply.create', () => desk.client.savedReply.create({ body, key }));
  },
  done: name => t`Saved as ${name}`,
  reread: loadSavedReplies,
});
