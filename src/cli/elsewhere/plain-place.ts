import { Command } from 'commander';
import { safeLine } from '../../text/safe.ts';
import { withFlags } from '../declared/flag.ts';
import { type CenterFlags, centerFlags } from '../declared/shared-flags.ts';
import { applySettings } from '../settings/apply.ts';
import type { Shell } from '../shell.ts';
import type { SavedSignIn } from '../sign-ins.ts';
import { type CenterPlace, resolveCenter } from './resolve.ts';

/** The place that `frontdesk` opens with this profile and no other flag. */
export async function plainPlace(shell: Shell): Promise<CenterPlace> {
  const command = withFlags(new Command('frontdesk'), centerFlags);
  command.parse(shell.profile === undefined ? [] : ['--profile', shell.profile], { from: 'user' });
  const plain = { ...shell };
  await applySettings(plain, command, 'desk');
  return resolveCenter(plain, command.opts<CenterFlags>());
}

/** The setting that wins over a saved sign-in when `frontdesk` starts, as a sentence; undefined if there is none. */
export async function whatComesBefore(shell: Shell, { url, token }: SavedSignIn): Promise<string | undefined> {
  const next = await plainPlace(shell);
  if ('url' in next && next.signIn?.token === token) return undefined;
  const other = 'url' in next ? safeLine(next.url) : 'a database here';
  if ('url' in next && next.url === url) return `But ${next.tokenSource} comes before this sign-in.`;
  return `But the settings or the environment name ${other}, which comes first. Open this one with --url ${safeLine(url)}`;
}

/** The command that opens the desk with a profile, for a person. */
export function deskCommand(profile: string | undefined): string {
  return profile === undefined ? 'frontdesk' : `frontdesk --profile ${safeLine(profile)}`;
}
