import type { Endpoint } from '../../contract/endpoint.ts';
import type { session as endpoints } from '../../contract/session.ts';
import { passwordFaults, requireGoodPassword } from '../auth/password-fault.ts';
import type { SigningIn } from '../auth/sign-ins.ts';
import type { Db, Row } from '../database/tables.ts';
import { eventRange } from '../model/events/log.ts';
import { KEPT_HOURS } from '../model/kept-answer.ts';
import { mailOutSaid } from '../model/outgoing/mail-out.ts';
import {
  agentAnswer,
  agentByEmail,
  agentById,
  endSpareTokens,
  endTokens,
  insertToken,
  updateAgent,
} from '../model/people/agent.ts';
import {
  forgetSignInAddresses,
  hashSignInAddress,
  isSignInAddress,
  keepSignInAddress,
} from '../model/people/sign-in-address.ts';
import { dropUnwantedMail } from '../model/people/subscription-mail.ts';
import { endToken } from '../model/people/token.ts';
import { invalid, Problem } from '../model/problem.ts';
import { readSetting } from '../model/setting.ts';
import { addressKey } from '../model/text-key.ts';
import { writeTransaction } from '../model/transaction.ts';
import type { Handlers, LooseCall } from './call.ts';
import type { CenterContext } from './context.ts';

/** Returns the agent with this address and password. If no agent matches, counts a failed sign-in. */
function agentWith(
  { passwords, signIns, ...context }: CenterContext,
  who: SigningIn,
  password: string,
): Promise<Row<'agent'> | undefined> {
  return signIns.attempt(who, async () => {
    const agent = await context.store.read(db => agentByEmail(db, who.account));
    const isRight = await passwords.isRight(password, agent?.password_hash ?? null, who.isKnown ? 'known' : 'strange');
    return isRight && agent?.disabled === 0 ? agent : undefined;
  });
}

/** Names the account and the address of a sign-in, and whether the account has signed in from there before. */
async function signingIn({ address, context, now }: LooseCall<Endpoint>, account: string) {
  const hash = hashSignInAddress(context.secret, account, address);
  const isKnown = await isSignInAddress(context.store.reader, account, hash, now);
  return { hash, who: { account, address, isKnown } };
}

async function login(call: LooseCall<typeof endpoints.login>) {
  const { context, now } = call;
  const { hash, who } = await signingIn(call, addressKey(call.body.email));
  const agent = await agentWith(context, who, call.body.password);
  if (!agent) throw new Problem('unauthorized', 'The email or the password is wrong.');
  const token = await writeTransaction(
    context,
    async ({ db }) => {
      const made = await insertToken(db, { agentId: agent.id }, now);
      await endSpareTokens(db, agent.id, now);
      await keepSignInAddress(db, agent.id, hash, now);
      await forgetSignInAddresses(db, now);
      return made.token;
    },
    now,
  );
  return { reply: { data: { access_token: token, agent: agentAnswer(agent) } } };
}

/** The facts about the help center for every caller. */
async function serviceOf(db: Db, { mailOut }: Pick<CenterContext, 'mailOut'>) {
  const { last } = await eventRange(db);
  const epoch = await readSetting(db, 'epoch');
  return {
    mail: await mailOutSaid(db, mailOut),
    idempotency_key_hours: KEPT_HOURS,
    last_event_id: String(last),
    ...(epoch !== undefined && { epoch }),
  };
}

async function meOf(db: Db, context: Pick<CenterContext, 'mailOut'>, agent: Row<'agent'>) {
  return { agent: agentAnswer(agent), api_key: null, notify: agent.notify, ...(await serviceOf(db, context)) };
}

function wrongPassword(): Problem {
  return invalid(['current_password', 'is not your password']);
}

/**
 * The stored form of the calling agent's new password, to replace the present one. Throws unless the current password
 * is right.
 */
async function newHash(call: LooseCall<typeof endpoints.updateMe>, agent: Row<'agent'>, password: string) {
  const { context, body } = call;
  if (body.current_password === undefined) throw invalid(['current_password', 'is required with a new password']);
  requireGoodPassword(password, [body.name ?? '', agent.name, agent.email]);
  const { who } = await signingIn(call, agent.email_key);
  const checked = await agentWith(context, who, body.current_password);
  if (!checked) throw wrongPassword();
  return { from: checked.password_hash, to: await context.passwords.hash(password) };
}

async function updateMe(call: LooseCall<typeof endpoints.updateMe>) {
  const { name, notify, password } = call.body;
  const { agentId, tokenId } = call.caller;
  const id = agentId!;
  const before = (await agentById(call.context.store.reader, id))!;
  const hash = password === undefined ? undefined : await newHash(call, before, password);
  return call.write(async work => {
    const { db, now, namesChanged } = work;
    // Another request may have changed it while this one was hashed.
    if (hash && (await agentById(db, id))?.password_hash !== hash.from) throw wrongPassword();
    const row = await updateAgent(db, id, { name, notify, password_hash: hash?.to }, now);
    if (row.name !== before.name) namesChanged();
    if (notify !== undefined) await dropUnwantedMail(work);
    if (hash) await endTokens(db, id, tokenId);
    return { data: await meOf(db, call.context, row) };
  });
}

export const sessionHandlers: Handlers['session'] = {
  login: { loose: login },
  logout: async call => {
    await endToken(call.db, call.caller.tokenId);
    return undefined;
  },
  me: async call => {
    const { agentId, name } = call.caller;
    if (agentId === null)
      return { data: { agent: null, api_key: name, notify: null, ...(await serviceOf(call.db, call)) } };
    return { data: await meOf(call.db, call, (await agentById(call.db, agentId))!) };
  },
  updateMe: { faults: ({ password, name }) => passwordFaults(password, [name]), loose: updateMe },
};
