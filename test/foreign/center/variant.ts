/** The ways in which help centers of one document may differ: each is a freedom that the document leaves. */
export const FREEDOMS = {
  /** What stands around a list: nothing, `data`, `items`, or the name of the resource. */
  list: ['bare', 'data', 'items', 'named'],
  /** What stands around one resource. */
  one: ['bare', 'data', 'named'],
  ids: ['numbers', 'texts'],
  /** `mixed`: each time in another form. */
  times: ['plain', 'offset', 'space', 'mixed'],
  /** What a conversation shows: all; what the document names and no more; in lists only its id and its title. */
  fields: ['all', 'document', 'short rows'],
  status: ['name', 'object', 'id'],
  /** Where the messages are: in a list of their own, or in their conversation. */
  messages: ['listed', 'inside'],
  /** The answer to a call that the document does not have. */
  absence: ['404', '404 page', '404 empty', '405', '501'],
  /** The form of an error. */
  errors: ['page', 'words', 'errors', 'message', 'nothing'],
  /** The body of the answer to a write: what it made; nothing; `{"success": true}`; the id alone; how it was before. */
  writes: ['resource', 'nothing', 'success', 'id', 'former'],
  order: ['newest', 'oldest', 'mixed'],
  /** What becomes of a call that asks in ways that the document does not have: `fields`, `not`, `body_limit`. */
  questions: ['ignored', 'refused'],
} as const;

/** One vendor's choice of each freedom. */
export type Variant = { readonly [F in keyof typeof FREEDOMS]: (typeof FREEDOMS)[F][number] };

/** The vendor that is farthest from our own help center where that costs the desk no question. */
export const STRANGER: Variant = {
  list: 'bare',
  one: 'named',
  ids: 'texts',
  times: 'mixed',
  fields: 'all',
  status: 'name',
  messages: 'inside',
  absence: '404',
  errors: 'page',
  writes: 'nothing',
  order: 'oldest',
  questions: 'ignored',
};
