/**
 * The settings of an embedded help center. Its cache is small: the system caches the database too, so a large one would
 * hold it twice. Held keys and large scripts delay no other agent here.
 */
export const forOneAgent = { memoryMiB: 8, rateLimit: Number.POSITIVE_INFINITY };
