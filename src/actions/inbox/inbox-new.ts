import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { whyNoChange } from './access.ts';
import { openInbox } from './inbox-draft.ts';

export const inboxNew: Action<'inbox.new'> = {
  id: 'inbox.new',
  title: t`New inbox…`,
  help: t`Makes an inbox with all its settings`,
  scope: 'everywhere',
  keys: [],
  words: ['create', 'mailbox'],
  writes: true,
  unavailable: whyNoChange,
  run: desk => openInbox(desk, null),
};
