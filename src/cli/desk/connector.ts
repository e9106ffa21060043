import { ApiError } from '../../client/api-error.ts';
import type { Connector } from '../../state/host.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';
import { deskCommand, whatComesBefore } from '../elsewhere/plain-place.ts';
import { signInAddress, signInElsewhere } from '../elsewhere/sign-in.ts';
import type { Shell } from '../shell.ts';
import { ShellError } from '../shell-error.ts';

/** Signs in at other help centers for the profile of this desk, as `frontdesk login` does. */
export function createConnector(shell: Shell, insecure: boolean | undefined): Connector {
  const { profile } = shell;
  return {
    whyNot: typed => {
      try {
        signInAddress(typed, insecure);
        return undefined;
      } catch (error) {
        return sentenceOf(error);
      }
    },
    signIn: async (typed, email, password) => {
      try {
        const { told: url } = signInAddress(typed, insecure);
        const target = { url, isInsecure: insecure === true, profile };
        const { who, signIn } = await signInElsewhere(target, { email, password });
        const next =
          (await whatComesBefore(shell, signIn)) ??
          `${deskCommand(profile)} opens it from now on, until frontdesk logout.`;
        return { who, url, place: safeLine(new URL(url).host), next: safeLine(next) };
      } catch (error) {
        return { reason: sentenceOf(error), isWrong: error instanceof ApiError && error.status === 401 };
      }
    },
  };
}

function sentenceOf(error: unknown): SafeText {
  if (error instanceof ApiError) return error.reason;
  if (error instanceof ShellError) return safeLine(error.message);
  throw error;
}
