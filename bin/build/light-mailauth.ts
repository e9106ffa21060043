import type { Rolldown } from 'tsdown';
import { replaced } from './replaced.ts';

/** The part of joi that the verifier of signatures uses: whether a key is written in base64. */
const base64 = `{ string: () => ({ base64: () => ({
  validate: text => (/^[A-Za-z0-9+/]*={0,2}$/.test(text) ? {} : { error: new Error('no base64') }),
}) }) }`;

/** mailauth parses Content-Type with libmime only to find the MIME structure of a limited body. We do not use that. */
const libmime = '{ parseHeaderValue: () => ({ value: "", params: {} }) }';

/** ARC is not looked at. */
const arc = '{ getARChain: () => false }';

/**
 * Of mailauth the bundle has the verifier of DKIM signatures alone: with joi, libmime and its character sets, ARC and the
 * signer it is four times as large.
 */
export function lightMailauth(): Rolldown.Plugin {
  return {
    name: 'light-mailauth',
    transform(code, id) {
      if (id.endsWith('/mailauth/lib/tools.js'))
        return replaced(replaced(code, "require('joi')", base64), "require('libmime')", libmime);
      if (id.endsWith('/mailauth/lib/dkim/dkim-verifier.js'))
        return replaced(replaced(code, "require('../arc')", arc), "require('libmime')", libmime);
      return undefined;
    },
  };
}
