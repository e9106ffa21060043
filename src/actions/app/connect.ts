import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { messageLine, say } from '../../keys/overlay.ts';
import { KeptLine } from '../../keys/reopen.ts';
import { askBox, type CallResult, flow, readOnce } from '../../keys/script.ts';
import type { Desk } from '../../state/desk.ts';
import { madeByAgent } from '../../state/operations/operation.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { writtenBox } from './written-box.ts';

const urlBox = writtenBox<undefined>('connect.url', t`go on`, () => t`Address of the help center`, {
  rule: ({ world: { center, pending } }) => {
    const unsent = madeByAgent(pending).length;
    return unsent > 0
      ? t`${counted(unsent, t`change`)} for ${center} not sent yet: kept until you are back`
      : t`such as https://help.shop.example`;
  },
  refuse: (desk, _view, text) => desk.hooks.connector?.whyNot(text.trim()),
});

const emailBox = writtenBox<string>(
  'connect.email',
  t`go on`,
  ({ data }) => t`Address that you sign in with at ${safeLine(data)}`,
);

const passwordBox = writtenBox<string>('connect.password', t`go on`, ({ data }) => t`Password of ${safeLine(data)}`, {
  isSecret: () => true,
  rule: ({ world: { center } }) => t`frontdesk opens it from then on · frontdesk logout: ${center}`,
});

const Connected = v.object({ url: v.string(), said: KeptLine });
type Connected = v.InferOutput<typeof Connected>;

/** Signs in at another help center. */
const connecting = flow({
  id: 'connect',
  takesText: true,
  *script() {
    const url = (yield* askBox(urlBox, undefined)).text.trim();
    const email = (yield* askBox(emailBox, url)).text.trim();
    const { text: password } = yield* askBox(passwordBox, email);
    const { url: there, said } = yield* readOnce(
      Connected,
      desk => connect(desk, url, email, password),
      (desk, told) => {
        // If the agent has left the box, the desk goes there at its next start.
        if ('fault' in told) say(desk, t`Not signed in: ${told.fault}`);
        else say(desk, told.value.said, 'done');
      },
    );
    return desk => {
      say(desk, said, 'done');
      void handOver(desk, there, said);
    };
  },
});

export const connectAction: Action<'connect'> = {
  id: 'connect',
  title: t`Connect to a help center…`,
  help: t`Signs in at a help center elsewhere and goes on there`,
  words: ['url', 'login', 'remote', 'server', 'sign in'],
  run: desk => {
    if (desk.hooks.connector) begin(desk, connecting);
    else say(desk, t`Quit with ${desk.world().keyNames.quit}, then: frontdesk login URL`);
  },
  flows: [connecting],
};

async function connect(desk: Desk, url: string, email: string, password: string): Promise<CallResult<Connected>> {
  const answer = await desk.hooks.connector!.signIn(url, email, password);
  if ('reason' in answer) return { fault: answer.reason, isTransient: !answer.isWrong };
  return { value: { url: answer.url, said: t`Signed in to ${answer.place} as ${answer.who}. ${answer.next}` } };
}

async function handOver(desk: Desk, url: string, said: SafeText): Promise<void> {
  try {
    await desk.hooks.handOver?.(url, said);
  } catch (problem) {
    say(desk, t`Signed in, but not opened: ${messageLine(problem)} The next frontdesk opens it.`);
  }
}
