/** The files that the program keeps, by their default places, each with what is in it. */
export const FILES: readonly (readonly [path: string, help: string])[] = [
  ['$XDG_CONFIG_HOME/frontdesk/config.toml', 'The settings, written by you alone.'],
  ['$XDG_CONFIG_HOME/frontdesk/views-*.json', 'The saved views of each help center.'],
  ['$XDG_DATA_HOME/frontdesk/center.db', 'The embedded help center.'],
  ['$XDG_DATA_HOME/frontdesk/attachments/', 'Its attachments.'],
  [
    '$XDG_STATE_HOME/frontdesk/',
    'Drafts, unsent changes, the cache, the last screen, sign-ins, log and reports, for you alone (mode 0700).',
  ],
  ['$XDG_CACHE_HOME/frontdesk/', 'Compiled code, for a quick start; NODE_COMPILE_CACHE moves it. It can be removed.'],
];
