/** An element, text or comment of the parsed HTML; only the fields that we read. */
export type HtmlNode = {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  parent?: HtmlNode;
  /** The declarations of its `style`, parsed at first use. */
  style?: ReadonlyMap<string, string>;
  /** Absent on text, although the type of the parser says otherwise. */
  children: HtmlNode[];
};

/** A cell with more nodes is a layout of its own. */
export const MAX_NODES_OF_A_CELL = 40;

/** At most `most` of the nodes below a node, in order: hostile nesting cannot make the walk long. */
export function* descendants(node: HtmlNode, most: number): Generator<HtmlNode> {
  const waiting = (node.children ?? []).slice(0, most).reverse();
  for (let seen = 0; seen < most; seen += 1) {
    const next = waiting.pop();
    if (next === undefined) return;
    yield next;
    for (let at = Math.min(next.children?.length ?? 0, most) - 1; at >= 0; at -= 1) {
      const child = next.children?.[at];
      if (child !== undefined) waiting.push(child);
    }
  }
}
