import type { Desk } from '../../state/desk.ts';
import { createDeskCache, type DeskCache, noDeskCache } from '../cache/desk-cache.ts';
import { createKeptDesk, type KeptDesk } from '../kept/desk.ts';
import { viewsName } from '../kept/names.ts';
import { createViewsFile, type ViewsFile } from '../kept/views-file.ts';
import { paths } from '../paths.ts';
import type { Shell } from '../shell.ts';
import { repeat } from '../timer.ts';
import type { Connection } from './connection.ts';
import type { Editor } from './editor.ts';

/** The files of a desk. */
export interface Stores {
  readonly kept: KeptDesk;
  readonly cached: DeskCache;
  readonly views: ViewsFile;
}

/** Opens the files of the agent's desks at this help center. `desk` is called once there is one. */
export function openStores(shell: Shell, connection: Connection, editor: Editor, desk: () => Desk): Stores {
  const kept = keptDeskOf(shell, connection, editor, desk);
  const stores = { kept, cached: cacheOf(shell, connection, kept), views: viewsOf(shell, connection) };
  process.once('exit', kept.storage.release);
  return stores;
}

function keptDeskOf(
  { now }: Shell,
  { identity, secrets, agent, signedInAs }: Connection,
  editor: Editor,
  desk: () => Desk,
): KeptDesk {
  return createKeptDesk({
    parent: paths.state(),
    center: identity,
    token: secrets[0] ?? '',
    agent: agent ?? null,
    signedInAs,
    now,
    repeat,
    isEditing: editor.isOpen,
    desk,
  });
}

/** Of an embedded help center nothing is cached: it is here. */
function cacheOf({ cache, now }: Shell, { agent, identity }: Connection, { likely }: KeptDesk): DeskCache {
  if (agent || !cache) return noDeskCache;
  return createDeskCache({ parent: paths.state(), center: identity, likely, bounds: cache, now });
}

function viewsOf({ now }: Shell, { identity, place }: Connection) {
  return createViewsFile({ path: paths.views(viewsName(identity)), center: place, now });
}
