import * as v from 'valibot';
import { contract } from '../../contract/index.ts';
import { sentLine } from '../../keys/sent-line.ts';
import { administer } from '../../state/administration/administer.ts';
import { t } from '../../text/safe.ts';
import { shownFault } from './fault.ts';

/** `text`: what is written already. */
export const nameLine = sentLine<{ readonly text: string }>({
  id: 'agent.name',
  input: v.object({ text: v.optional(v.string(), '') }),
  title: () => t`Your name, as customers see it`,
  verb: t`take`,
  start: ({ data }) => data.text,
  rule: () => t`Your answers are from this name.`,
  check: (_view, text) => shownFault(contract.session.updateMe.body.entries.name, text),
  send: (desk, name, _data, key) =>
    administer(desk, 'session.updateMe', () => desk.client.session.updateMe({ body: { name }, key })),
  done: name => t`Your answers are from ${name}`,
  reread: (desk, name) => {
    const { me } = desk.world();
    if (me) desk.set({ me: { ...me, name } });
  },
});
