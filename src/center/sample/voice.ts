/** What customers of the sample shop write about. */
export type Topic = 'late' | 'refund' | 'invoice' | 'broken' | 'size' | 'account';

/** How people write in one language. `#` stands for an order number, `@` for a product, `~` for the agent's name. */
export interface Voice {
  readonly language: string;
  /** The rough share of all conversations. */
  readonly weight: number;
  readonly names: readonly string[];
  readonly mails: Readonly<Partial<Record<Topic, readonly (readonly [title: string, body: string])[]>>>;
  readonly reminders: readonly string[];
  readonly thanks: readonly string[];
  readonly replies: readonly string[];
  readonly products: readonly string[];
}
