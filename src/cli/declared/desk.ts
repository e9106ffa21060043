import type { DeskTold } from '../settings/table.ts';
import type { ValuesOf } from './flag.ts';

/** The flags of `frontdesk` itself beside its settings. */
export const deskFlags = {
  '--sample': 'put sample conversations into an empty embedded help center',
  '--view <query>': 'open on this view, by its name, or on a filter as typed after /',
} as const;
export type DeskFlags = DeskTold & ValuesOf<typeof deskFlags>;
