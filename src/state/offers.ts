import type { EndpointName } from '../contract/index.ts';
import type { SafeText } from '../text/safe.ts';

/** The extensions that a help center may lack: some by a name of their own, the others by their call. */
export type Offer =
  | EndpointName
  | 'me'
  | 'agents'
  | 'statuses'
  | 'tags'
  | 'contacts'
  | 'contactUpdate'
  | 'contactRemoval'
  | 'notes'
  | 'messages'
  | 'parts'
  | 'history'
  | 'reviews'
  | 'read'
  | 'massArchive'
  | 'onceKeys'
  | 'versions'
  | 'deliver'
  | 'spam'
  | 'counts'
  | 'rows';

/** The help center's extensions in this run; a reason for each that is missing. */
export type Offers = Readonly<Partial<Record<Offer, SafeText | true>>>;
