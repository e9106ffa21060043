import { join } from 'node:path';
import { peek } from './kept-file.ts';
import { isKeptName, namesIn } from './names.ts';
import { type KeptAgent, type Owner, ownerOf } from './owner.ts';

/** The agent whose token this was when it was last used here; null if it was not. */
export function agentByToken(parent: string, prefix: string, token: string): KeptAgent | null {
  const hash = tokenHash(prefix, token);
  const owners = namesIn(parent)
    .filter(name => isKeptName(name, prefix))
    .flatMap(name => {
      const find = 'select value from owner where exists (select 1 from token where hash = ?)';
      const row = peek(join(parent, name), sql => sql(find).get(hash));
      return row ? [JSON.parse(String(row.value)) as Owner] : [];
    });
  const [owner] = owners;
  return owners.length === 1 && owner && 'agent' in owner ? owner.agent : null;
}

/** A token as it is recorded. */
export function tokenHash(prefix: string, token: string): string {
  const owner = ownerOf({ agent: null, token }, prefix);
  return 'hash' in owner ? owner.hash : '';
}
