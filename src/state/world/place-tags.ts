/** The places that are read as whole lists, by their names. */
export type PlaceName = 'inboxes' | 'statuses' | 'agents' | 'tags';
export const PLACE_NAMES: readonly PlaceName[] = ['inboxes', 'statuses', 'agents', 'tags'];

/** The version of each list that an answer gave; of a list that changed since in any way it says nothing. */
export type PlaceTags = Readonly<
  Partial<Record<PlaceName, { readonly of: readonly unknown[]; readonly etag: string | null }>>
>;

type Places = Readonly<Record<PlaceName, readonly unknown[]>> & { readonly placeTags: PlaceTags };

/** The version of these places as they are here, for a conditional read. */
export function placeTag(base: Places, name: PlaceName): string | null {
  const tag = base.placeTags[name];
  return tag?.of === base[name] ? tag.etag : null;
}
