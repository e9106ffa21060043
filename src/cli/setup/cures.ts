import { CERTIFICATE_CURE, CERTIFICATE_WORDS } from '../../text/connection-words.ts';

const CERTIFICATE = [...CERTIFICATE_WORDS.values()];

const UNREACHED = /does not offer TLS|does not speak TLS|nothing listens|no server with the name|looked up now/i;

/** Remedies by the words of a refusal; the first that fits counts. */
const CURES: readonly (readonly [RegExp, string])[] = [
  [
    /BasicAuthBlocked|basic authentication is disabled|no way to sign in|outlook\.office365\.com refuses the user/i,
    'The provider takes tokens alone: !! and a command that prints one, in place of the password.',
  ],
  [
    /SmtpClientAuthentication is disabled|SMTP AUTH .{0,30}disabled/i,
    'SMTP is switched off for this account: an admin of the provider switches on “Authenticated SMTP” for it.',
  ],
  [
    /app(?:lication)?[- ]?(?:specific )?password|InvalidSecondFactor/i,
    'The provider wants an app password: make one in the settings of the account there, and give it here.',
  ],
  [
    /too many|throttl|rate limit|try again later|temporar|\b4\.7\.0/i,
    'The server takes no sign-in for now: wait some minutes, and try again.',
  ],
  [
    /does not offer TLS|does not speak TLS|nothing listens/i,
    'The port may be wrong: 993 and 465 are by TLS, 143 and 587 by STARTTLS.',
  ],
  [
    /refuses the user name or the password/i,
    'Check the password, or what the command prints; a provider with a second factor wants an app password.',
  ],
];

/** Whether a server was refused for its certificate. */
export function isCertificateRefusal(refusal: string): boolean {
  return CERTIFICATE.some(words => refusal.includes(words));
}

/** Whether a server was not reached: no other password helps. */
export function isUnreached(refusal: string): boolean {
  return UNREACHED.test(refusal);
}

/** The remedy for a refusal of a mail server, as a sentence; empty if none is known. */
export function cureFor(refusal: string): string {
  if (isCertificateRefusal(refusal)) return CERTIFICATE_CURE;
  return CURES.find(([words]) => words.test(refusal))?.[1] ?? '';
}
