/** The signs that a terminal without them gets in ASCII, each in one column. */
export const ASCII_FORMS: Readonly<Record<string, string>> = Object.fromEntries(
  // Each sign with its form behind it.
  `
    ▌> ▏- ✓x ●* ‹< ›> ✕# │| ─- ┌+ ┐+ └+ ┘+ ┃I ┆: ▒# –- —- …. ·- ’'
    ‘' “" ”" ↑^ ↓v →> ←< ♪+ ◷z ⧖t ✎%
  `
    .trim()
    .split(/\s+/)
    .map(([sign, form]) => [sign!, form!]),
);
