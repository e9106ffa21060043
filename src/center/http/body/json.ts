import { Problem } from '../../model/problem.ts';

const MAX_DEPTH = 32;
const MAX_VALUES = 50_000;

/** 400 for a body that is not JSON, or has too many values; `why` ends the sentence. */
export function malformed(why: string) {
  return new Problem('malformed_json', `The body is not JSON that can be read: ${why}.`);
}

/** Refuses deep nesting and too many values, before anything is built. */
function checkSize(text: string): void {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x2c) values += 1;
    if (depth > MAX_DEPTH) throw malformed(`it is nested deeper than ${MAX_DEPTH} levels`);
    if (values > MAX_VALUES) throw malformed(`it has more than ${MAX_VALUES} values`);
  }
}

/** The value of a JSON body. Throws `malformed_json`. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw malformed('it is empty');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('it is not UTF-8');
  }
  checkSize(text);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('a comma, a quote or a bracket is missing or out of place');
  }
}
