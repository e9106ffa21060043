import packageJson from '../../package.json' with { type: 'json' };

/** The version of this program. */
export const { version } = packageJson;

/** The version, and the commit that was built with its day: `0.2.0 (abcdef12, 2027-01-23)`. */
export function versionText(): string {
  // The build puts the commit here; without a checkout it has none (`bin/build/commit.ts`).
  const commit = process.env.FRONTDESK_COMMIT;
  return commit ? `${version} (${commit})` : version;
}
