import { agents } from './agents.ts';
import { api } from './api.ts';
import type { Commands, FlagsGiven } from './command.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { doctor } from './doctor.ts';
import { events } from './events.ts';
import { inboxes } from './inboxes.ts';
import { intake } from './intake.ts';
import { keys } from './keys.ts';
import { mail } from './mail.ts';
import { manual } from './manual.ts';
import { numbersCommand } from './numbers.ts';
import { replies } from './replies.ts';
import { rules } from './rules.ts';
import { openapi, serviceCommands } from './service.ts';
import { signInCommands } from './sign-in.ts';
import { storage } from './storage.ts';
import { tags, teams } from './tags.ts';

/** All commands. Those of `manual` describe all others, which are there before them. */
export const commands = {
  conversations,
  contacts,
  tags,
  replies,
  rules,
  numbers: numbersCommand,
  events,
  api,
  ...serviceCommands,
  ...signInCommands,
  ...intake,
  mail,
  agent: agents,
  inbox: inboxes,
  team: teams,
  key: keys,
  openapi,
  ...storage,
  doctor,
  ...manual,
} as const satisfies Commands;

type At<Tree, Line> = Line extends `${infer First} ${infer Rest}`
  ? At<Tree[First & keyof Tree]['commands' & keyof Tree[First & keyof Tree]], Rest>
  : Tree[Line & keyof Tree];

/** The values of the flags of a command: `FlagsOf<'agent create'>`. */
export type FlagsOf<Line extends string> = FlagsGiven<At<typeof commands, Line>>;
