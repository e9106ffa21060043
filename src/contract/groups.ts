import type { Contract } from './index.ts';

/** The purpose of each group of calls, for the document. */
export const groups: Readonly<Record<keyof Contract, string>> = {
  inbox: 'Inboxes with their settings, addresses, teams and members.',
  conversation: 'Conversations: listed, filtered, assigned, tagged, merged, archived; one by one or many at once.',
  message: 'The texts that customers and agents wrote to each other.',
  note: 'Texts about a conversation that agents wrote for other agents. Customers never see them.',
  review: 'How customers rated the help that they got.',
  history: 'The changes to a conversation, with their authors and times.',
  status: 'The statuses that a conversation can have.',
  tag: 'The tags in use.',
  agent: 'The people who answer.',
  team: 'Groups of agents. Each agent of a team sees the inboxes of the team.',
  contact: 'The people who ask.',
  erasure: 'The data of a contact, and its erasure.',
  attachment: 'Files: uploaded first, then named by a message or a note.',
  savedReply: 'Texts that agents use again, with files and actions: the team’s, and an agent’s own.',
  rule: 'Changes that the help center makes to a conversation when its customer writes.',
  presence: 'Which agents are on a conversation now.',
  queue: 'The conversations that wait, for agents who share them.',
  numbers: 'New, answered, closed and open conversations, counted by agent, inbox, day or tag.',
  session: 'Signing in and out, and the caller’s own data.',
  service: 'The service itself: its state, this document, and the stream of events.',
  start: 'Everything that a client reads at its start, in one answer.',
};
