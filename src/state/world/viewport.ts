/** How much of each pane is on the screen; the layout writes it, keys read it. */
export interface Viewport {
  readonly columns: number;
  readonly rows: number;
  readonly listRows: number;
  readonly detailRows: number;
  /** Those of them above the highest box in which the agent writes. */
  readonly behindRows: number;
  /** The columns of the detail's text, and of a line of code in it: that takes the whole pane. */
  readonly detailColumns: number;
  readonly codeColumns: number;
  readonly inboxRows: number;
  /** The numbers of the views are on the screen. */
  readonly hasNumbers: boolean;
  /** There is room for the detail below the list. */
  readonly canStack: boolean;
  /** The border between list and detail; null while one of them is not on the screen. */
  readonly border: Border | null;
}

/** The columns of a list beside the detail, or the rows of one above it, and how few and many there can be. */
export interface Border {
  readonly at: number;
  readonly least: number;
  readonly most: number;
}

/** The border where it is wanted, as far as it can go. */
export function borderAt(wanted: number, { least, most }: Omit<Border, 'at'>): Border {
  return { at: Math.max(least, Math.min(wanted, most)), least, most };
}

/** How list and detail share the screen; `auto`: beside if both have room and the link is fast, otherwise stacked. */
export type LayoutChoice = 'auto' | 'beside' | 'stacked';

/** How the agent arranged list and detail on a screen of one width. */
export interface OwnLayout {
  readonly way?: Exclude<LayoutChoice, 'auto'> | undefined;
  /** The columns of a list beside the detail. */
  readonly beside?: number | undefined;
  /** The rows of a list above the detail. */
  readonly stacked?: number | undefined;
}
