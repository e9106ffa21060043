import type { session as endpoints } from '../../contract/session.ts';
import { answerOf } from '../answer.ts';
import type { Handlers, LooseCall } from '../call.ts';
import type { CenterParts } from '../parts.ts';
import { isPassword } from '../password.ts';
import { Problem } from '../problem.ts';
import { agentAnswer, agentByEmail, insertToken } from '../storage/agent.ts';
import type { Row } from '../storage/tables.ts';
import { nameKey } from '../text-key.ts';
import { read, write } from '../work.ts';

const signIn = async (parts: CenterParts, email: string, password: string): Promise<Row<'agent'>> => {
  const agent = await read(parts, ({ db }) => agentByEmail(db, email));
  const isRight = await isPassword(password, agent?.password_hash ?? null, parts.settings.passwordCost);
  if (!agent || !isRight || agent.disabled !== 0)
    throw new Problem('unauthorized', 'The email or the password is wrong.');
  return agent;
};

const login = async (call: LooseCall<typeof endpoints.login>) => {
  const { email, password } = call.body;
  const { parts, now } = call;
  const work = () => signIn(parts, email, password);
  const agent = await parts.signIns.attempt(call.address, nameKey(email), now, work);
  const { token } = await write(parts, ({ db }) => insertToken(db, { agentId: agent.id }, now), now);
  return answerOf(call.endpoint, { data: { access_token: token, agent: agentAnswer(agent) } });
};

export const session: Handlers['session'] = {
  login: { loose: login },
  logout: async call => {
    await call.db.deleteFrom('token').where('id', '=', call.caller.tokenId).execute();
    return undefined;
  },
  me: async call => {
    const { agentId, name } = call.caller;
    if (agentId === null) return { data: { agent: null, api_key: name } };
    const row = await call.db.selectFrom('agent').selectAll().where('id', '=', agentId).executeTakeFirstOrThrow();
    return { data: { agent: agentAnswer(row), api_key: null } };
  },
};
