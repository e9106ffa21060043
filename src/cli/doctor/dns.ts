import { createDns } from '../../center/mail/in/dns.ts';
import { safeLine, t } from '../../text/safe.ts';
import { type Finding, findingsOf } from './finding.ts';

/** A name that every resolver answers for, if only by saying that it has no key. */
const ASKED = '_domainkey.example.com';

/** Whether DNS answers, without which no sender of mail is verified. `nameServer`: the one of the settings. */
export async function dnsFinding(nameServer: string | undefined): Promise<Finding> {
  const { good, todo } = findingsOf('mail');
  const where = nameServer === undefined ? t`the system’s name server` : t`the name server ${safeLine(nameServer)}`;
  try {
    await createDns(nameServer)(ASKED);
    return good(t`DNS answers (${where}): signatures of mail can be checked.`);
  } catch (error) {
    const code = safeLine((error as NodeJS.ErrnoException).code ?? 'no answer');
    return todo(
      t`DNS does not answer (${where}: ${code}). Mail is taken, but no sender is verified.`,
      t`Correct /etc/resolv.conf, or name a server that answers: dns below [mail].`,
    );
  }
}
