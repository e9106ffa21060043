import { actions } from '../../src/actions/index.ts';
import { keyNamesOf } from '../../src/keys/help.ts';

/** The keys of the actions as they are without settings. */
export const keyNames = keyNamesOf(actions);
