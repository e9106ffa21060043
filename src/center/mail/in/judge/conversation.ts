import type { Mail } from '../../../intake/mime/parse-mail.ts';
import type { Thread } from '../../../model/mail-thread.ts';

/** Of a long list of references the first and the last ones count. */
const LAST_REFERENCES = 20;

/** The Message-IDs by which a mail names what it answers, the nearest first. */
export function answeredIds({ inReplyTo, references }: Pick<Mail, 'inReplyTo' | 'references'>): string[] {
  const last = references.slice(-LAST_REFERENCES).toReversed();
  return [...new Set([...inReplyTo, ...last, ...references.slice(0, 1)])];
}

/** The conversation of this Message-ID that lets its author in; the requester’s own comes first. */
function fitting(threads: readonly Thread[], isAgent: boolean): number | undefined {
  const open = threads.find(each => each.isRequester) ?? threads.find(each => each.takesPart || isAgent);
  return open?.conversationId;
}

/**
 * The conversation that a live mail answers: the first of the answered Message-IDs that leads to one in which its author
 * takes part. Undefined for a new one.
 */
export function joined(
  ids: readonly string[],
  threads: ReadonlyMap<string, readonly Thread[]>,
  isAgent: boolean,
): number | undefined {
  for (const id of ids) {
    const found = fitting(threads.get(id) ?? [], isAgent);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The inbox that one of these addresses (in lower case) names, also as a sub-address; else the given one. */
export function inboxNamed(
  addresses: readonly string[],
  inboxOf: (address: string) => { readonly id: number } | undefined,
  otherwise: number,
): number {
  for (const address of addresses) {
    const found = inboxOf(address);
    if (found) return found.id;
  }
  return otherwise;
}
