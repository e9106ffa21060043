/**
 * The rooms inside a folder, from the ground up: each may import the ones before it, and no arrow runs back up. The
 * folder's own name stands for the files directly in it; a named file is a room.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  state: [
    'state/calls',
    'state/world',
    'state/operations',
    'state',
    'state/files',
    'state/drafts',
    'state/words',
    'state/mail',
    'state/conversation',
    'state/query',
    'state/empty-world.ts',
    'state/kept',
    'state/list',
    'state/reply',
    'state/changes',
    'state/detail',
    'state/host.ts',
    'state/desk.ts',
    'state/notices',
    'state/sync',
    'state/administration',
    'state/outbox',
    'state/journal',
    'state/macro',
    'state/place',
    'state/create-desk.ts',
  ],
  actions: [
    'actions/conversation',
    'actions/go',
    'actions/inbox',
    'actions/list',
    'actions/detail',
    'actions/move',
    'actions/app',
    'actions',
  ],
  terminal: ['terminal/input', 'terminal/output', 'terminal'],
  ui: ['ui', 'ui/widgets', 'ui/dialogs', 'ui/panes', 'ui/footer.tsx', 'ui/app.tsx', 'ui/start.tsx'],
  lines: ['lines/names.ts', 'lines/words', 'lines/boxes', 'lines'],
  cli: [
    'cli/settings/takes.ts',
    'cli/settings/setting.ts',
    'cli/settings/cache-table.ts',
    'cli/settings/center-table.ts',
    'cli/settings/mail-table.ts',
    'cli/settings/commands-table.ts',
    'cli/settings/table.ts',
    'cli',
    'cli/settings',
    'cli/declared',
    'cli/first-frame',
    'cli/elsewhere',
    'cli/output',
    'cli/kept',
    'cli/cache',
    'cli/setup',
    'cli/desk',
    'cli/doctor',
    'cli/manual',
    'cli/completion',
    'cli/commands',
    'cli/program',
    'cli/main.ts',
  ],
};

/** The folder of `src/` that a path lies in. */
export function folderOf(path: string): string {
  return path.split('/')[0] as string;
}

/** The room of a path: the file itself if it is a room, otherwise its folder, at most two deep. */
export function roomOf(path: string): string {
  const folder = folderOf(path);
  if (ROOMS[folder]?.includes(path)) return path;
  const [, inner, ...deeper] = path.split('/');
  return deeper.length > 0 ? `${folder}/${inner}` : folder;
}
