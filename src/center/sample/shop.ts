/** The sample shop's people and inboxes; a sample agent has no password, so nobody can sign in as one. */
export const sampleAgents = [
  { name: 'Ana Ortiz', email: 'ana.ortiz@shop.example', role: 'admin' },
  { name: 'Bob Keller', email: 'bob.keller@shop.example', role: 'agent' },
  { name: 'Doris Orfanos', email: 'doris.orfanos@shop.example', role: 'agent' },
  { name: 'Kenji Watanabe', email: 'kenji.watanabe@shop.example', role: 'agent' },
] as const;

/** The shop’s one team; `agents` by position in `sampleAgents`. */
export const sampleTeam = { name: 'Front line', agents: [1, 2] } as const;

/** The inboxes besides the built-in ones; `agents` by position in `sampleAgents`. */
export const sampleInboxes = [
  {
    slug: 'billing',
    name: 'Billing',
    description: 'Invoices, payments and refunds',
    email: 'billing@shop.example',
    agents: [2],
    hasTeam: false,
  },
  {
    slug: 'returns',
    name: 'Returns',
    description: 'Parcels that come back',
    email: 'returns@shop.example',
    agents: [],
    hasTeam: true,
  },
  {
    slug: 'shipping',
    name: 'Shipping',
    description: 'Where parcels are',
    email: 'shipping@shop.example',
    agents: [3],
    hasTeam: true,
  },
] as const;

/** The agents who see an inbox, by position in `sampleAgents`: the admin, the inbox's own agents and its team. */
export function staffOf(slug: string): number[] {
  const inbox = sampleInboxes.find(each => each.slug === slug);
  if (!inbox) return [...sampleAgents.keys()];
  return [...new Set([0, ...inbox.agents, ...(inbox.hasTeam ? sampleTeam.agents : [])])];
}

/** The statuses besides the built-in ones. */
export const sampleStatuses = ['awaiting reply', 'in progress'] as const;

/** The usual inbox of a topic, and its tag. */
export const topicPlaces = {
  late: { inbox: 'shipping', tag: 'shipping' },
  refund: { inbox: 'billing', tag: 'refund' },
  invoice: { inbox: 'billing', tag: 'invoice' },
  broken: { inbox: 'returns', tag: 'damaged' },
  size: { inbox: 'returns', tag: 'exchange' },
  account: { inbox: 'default', tag: 'account' },
} as const;

/** Notes of agents to each other. */
export const sampleNotes = [
  'Called the carrier: the parcel is in the depot and goes out again tomorrow.',
  'Third complaint about this product this month. I have told purchasing.',
  'Please do not refund before the goods are back, see order history.',
  'Good customer for six years; let us be generous here.',
  'The warehouse has two left. One is reserved under this name.',
] as const;

/** Customers' comments with a rating. */
export const sampleComments = [
  'Quick and friendly.',
  'It took a while, but it was solved.',
  '',
  'Nobody answered for days.',
] as const;

/** Titles and texts of unwanted mail. */
export const sampleSpam = [
  ['You have WON!!! 💰', 'Dear winner,\n\nclaim your prize within 24 hours. Send your bank details to collect it.'],
  ['Cheap watches, original quality', 'Best prices. No questions. Order today and save 80 %.'],
  ['Your mailbox is almost full', 'Confirm your password now or your mailbox will be closed.'],
  ['SEO for your web site', 'Hi, I have looked at your web site and found 37 errors that we can fix for you.'],
] as const;
