import { ApiError } from '../../client/api-error.ts';
import type { Connector } from '../../state/connector.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';
import { signInAddress, signInElsewhere } from '../elsewhere/sign-in.ts';
import type { Shell } from '../shell.ts';
import { ShellError } from '../shell-error.ts';

/** Signs in at other help centers for the profile of this desk, as `frontdesk login` does. */
export function createConnector({ profile }: Shell, insecure: boolean | undefined): Connector {
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
        const { who } = await signInElsewhere({ url, isInsecure: insecure === true, profile }, { email, password });
        return { who, url, place: safeLine(new URL(url).host) };
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
