import * as v from 'valibot';
import { faultOf } from '../../contract/faults.ts';
import { contract } from '../../contract/index.ts';
import type { Action } from '../../keys/action.ts';
import { openField } from '../../keys/overlay.ts';
import { administer } from '../../state/administration/send.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { safeLine, t } from '../../text/safe.ts';
import { KEPT_SENT, type SentText, sendField } from '../inbox/send-field.ts';

export const agentName: Action<'agent.name', { field: SentText }> = {
  id: 'agent.name',
  title: t`Your name…`,
  help: t`Changes the name that customers see in your answers`,
  scope: 'everywhere',
  keys: [],
  words: ['from', 'sender', 'me', 'profile'],
  changes: true,
  asks: true,
  unavailable: ({ me }) => (me === null ? t`An API key has no name that customers see.` : undefined),
  run: desk => openField(desk, agentName, desk.world().me?.name ?? '', {}),
  field: {
    kept: { form: v.object(KEPT_SENT) },
    title: () => t`Your name, as customers see it`,
    verb: t`take`,
    rule: () => t`Your answers are from this name.`,
    check: (_world, { draft }) => {
      const fault = faultOf(contract.session.updateMe.body.entries.name, draft.text);
      return fault === undefined ? undefined : safeLine(fault);
    },
    submit: (desk, overlay) => void save(desk, overlay),
  },
};

async function save(desk: Desk, overlay: FieldOverlay<SentText>): Promise<void> {
  const name = safeLine(overlay.draft.text.trim());
  const send = (key: string) =>
    administer(desk, 'session.updateMe', () => desk.client.session.updateMe({ body: { name }, key }));
  const reread = async (): Promise<void> => {
    const { me } = desk.world();
    if (me) desk.set({ me: { ...me, name } });
  };
  await sendField(desk, overlay, send, { done: t`Your answers are from ${name}`, reread });
}
