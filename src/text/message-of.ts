/** The message of whatever was thrown; it may hold what a stranger wrote. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
