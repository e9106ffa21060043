import * as v from 'valibot';
import { contract } from '../../contract/index.ts';
import { KeptLine } from '../../keys/reopen.ts';
import { sentLine } from '../../keys/sent-line.ts';
import { administer } from '../../state/administration/administer.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { shownFault } from './fault.ts';

/** `text`: what is written already; `former`: the name with which a mail was about to be sent. */
export const nameLine = sentLine<{ readonly text: string; readonly former?: SafeText }>({
  id: 'agent.name',
  input: v.object({ text: v.optional(v.string(), ''), former: v.exactOptional(KeptLine) }),
  title: () => t`Your name, as customers see it`,
  verb: t`take`,
  start: ({ data }) => data.text,
  rule: ({ data: { former } }) =>
    former === undefined
      ? t`Your answers are from this name.`
      : t`Not sent yet: customers would read “${former}”. Write your name, then send again.`,
  check: (_view, text) => shownFault(contract.session.updateMe.body.entries.name, text),
  send: (desk, name, _data, key) =>
    administer(desk, 'session.updateMe', () => desk.client.session.updateMe({ body: { name }, key })),
  done: name => t`Your answers are from ${name}`,
  reread: (desk, name) => {
    const { me } = desk.world();
    if (me) desk.set({ me: { ...me, name } });
  },
});
