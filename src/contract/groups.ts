import type { Contract } from './index.ts';

/** The purpose of each group of calls, for the document. */
export const groups: Readonly<Record<keyof Contract, string>> = {
  inbox: 'Inboxes with their settings, addresses, teams and members.',
  conversation: 'Conversations: listed, filtered, assigned, tagged, merged, archived; one by one or many at once.',
  message: 'What customers and agents wrote to each other.',
  note: 'What agents wrote about a conversation for other agents. Customers never see it.',
  review: 'How customers rated the help that they got.',
  history: 'Who changed what in a conversation, and when.',
  status: 'The statuses that a conversation can have.',
  tag: 'The tags in use.',
  agent: 'The people who answer.',
  team: 'Groups of agents. What a team may see, each of its agents may see.',
  contact: 'The people who ask.',
  erasure: 'What is kept of a contact, and its erasure.',
  attachment: 'Files: uploaded first, then named by a message or a note.',
  savedReply: 'Texts that agents use again, with files and actions: the team’s, and an agent’s own.',
  rule: 'What the help center itself does to a conversation when its customer writes.',
  presence: 'Which agents are on a conversation now.',
  queue: 'The conversations that wait, for agents who share them.',
  numbers: 'What came in and what was done, counted: by agent, inbox, day or tag.',
  session: 'Signing in and out, and what a caller may know of itself.',
  service: 'The service itself: its state, this document, and what changes while one listens.',
  start: 'What a client reads when it starts, at once.',
};
