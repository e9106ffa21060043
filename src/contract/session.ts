import * as v from 'valibot';
import { Agent, AgentName, MAX_PASSWORD_LENGTH, Password } from './agent.ts';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { MAX_EMAIL_LENGTH, Timestamp, text } from './schema.ts';

/** The result of a sign-in: a token that lasts 30 days after its last use, and its agent. */
export const Session = described({
  access_token: [v.string(), 'The token for the `Authorization` header; it ends 30 days after its last use.'],
  agent: [Agent, 'The agent who signed in.'],
});

/** How an agent hears of customers' messages in subscribed inboxes: `desk` rings there, `mail` also sends a mail. */
const Notify = v.picklist(['mail', 'desk', 'none']);
export type Notify = v.InferOutput<typeof Notify>;

/** Whether mail goes out to customers. */
export const MailOut = described({
  sends: [v.boolean(), 'Whether an agent’s message with `deliver` is sent to the customer.'],
  missing: [
    v.array(v.picklist(['relay', 'resume'])),
    'The steps that are missing: `relay`, set up a relay; `resume`, tell a copy of the database to go on with mail.',
  ],
  signed_out: [
    v.optional(
      v.array(
        described({
          account: [v.string(), 'The mailbox, or the relay.'],
          since: [Timestamp, 'When its server first refused the sign-in.'],
        }),
      ),
    ),
    'The accounts of mail that are signed out: nothing comes from them, or goes out by them, until they sign in again.',
  ],
});
export type MailOut = v.InferOutput<typeof MailOut>;
/** The same for the side that answers. */
export type MailOutAnswer = v.InferInput<typeof MailOut>;

/** The caller: an agent, or the help center's own API key (`agent` null). */
const Me = described({
  agent: [v.nullable(Agent), 'The calling agent; null for an API key.'],
  api_key: [v.nullable(v.string()), 'The name of the API key; null for an agent.'],
  notify: [
    v.nullable(Notify),
    'How the agent hears of customers’ messages in the inboxes that it is subscribed to; null for an API key.',
  ],
  mail: [v.nullable(MailOut), 'Whether this help center sends mail to customers, and what is missing if it does not.'],
  idempotency_key_hours: [
    v.number(),
    'For how many hours a write that is sent again with its `Idempotency-Key` is not carried out again.',
  ],
  last_event_id: [
    v.string(),
    'The newest event. A stream of events that is opened after it tells all that changed since this answer.',
  ],
  epoch: [
    v.optional(v.string()),
    'Changes with each restore of the help center from a backup: what a caller knows from before may belong to ' +
      'others now. Absent while it was never restored.',
  ],
});

/** The service’s calls about signing in and out, and about the caller. */
export const session = {
  login: endpoint('POST /login', {
    summary: 'Sign an agent in',
    description:
      'Throttled with 429: 5 failures in 20 s for an account at an address, 100 in 5 min at an address, 20 in 5 min for ' +
      'an account at addresses where it did not sign in during the last 30 days; where it did, only its own 5 count. ' +
      'An account may sign in 60 times in 5 min and has at most 200 tokens: the longest unused one ends first.',
    ...answers.one,
    allows: 'anyone',
    answer: Session,
    // A text that cannot be an address or a password is an ordinary failure to sign in.
    body: described({
      email: [v.pipe(v.string(), v.maxLength(MAX_EMAIL_LENGTH)), 'The agent’s address, without regard to case.'],
      password: [text(0, MAX_PASSWORD_LENGTH), 'The agent’s password.'],
    }),
    errors: ['unauthorized', 'rate_limited', 'unavailable'],
    example: { body: { email: 'ana@shop.example', password: 'correct horse battery' } },
  }),
  logout: endpoint('POST /logout', {
    summary: 'End the token that is used',
    description: 'It takes effect at once; other tokens of the agent stay.',
    ...answers.nothing,
    allows: 'agent',
    extension: true,
  }),
  me: endpoint('GET /me', {
    summary: 'Say who is calling',
    description: 'An agent gets itself, an API key its name. `mail` says whether customers can be answered by mail.',
    ...answers.one,
    answer: Me,
    answerName: 'Me',
    extension: true,
  }),
  updateMe: endpoint('PUT /me', {
    summary: 'Change the calling agent’s own name, password or notifications',
    description:
      'A wrong current_password is 422 and counts as a failed sign-in. A new password ends the other tokens.',
    ...answers.one,
    allows: 'agent',
    answer: Me,
    answerName: 'Me',
    body: described({
      name: [v.optional(AgentName), 'The agent’s new name, on one line.'],
      password: [v.optional(Password), 'The new password.'],
      notify: [
        v.optional(Notify),
        'How to hear of customers’ messages in subscribed inboxes: `desk` (as at first) rings at the desk, `mail` also ' +
          'sends a mail where the help center sends any, at most one an hour for each inbox, with its name and the ' +
          'number of messages alone, `none` does neither.',
      ],
      current_password: [v.optional(text(0, MAX_PASSWORD_LENGTH)), 'The password until now; required with `password`.'],
    }),
    extension: true,
    example: { body: { password: 'seven blue lanterns', current_password: 'correct horse battery' } },
  }),
};
