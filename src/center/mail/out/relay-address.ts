import { addressForm, NoServerAddress, type ServerAddress, type ServerKind, serverAddress } from '../server-address.ts';

/** Where the relay is, to which mail is given. */
export interface RelayAddress extends Omit<ServerAddress<'if offered'>, 'path' | 'user'> {
  /** Undefined: the relay asks for no user name, as on this machine. */
  readonly user?: string;
}

const KIND: ServerKind<'if offered'> = {
  name: 'relay',
  scheme: 'smtps',
  example: 'user@host',
  passwordSetting: 'relay_password_file',
  // Mail of a user is submitted at another port than mail between servers.
  port: (isEncrypted, user) => (isEncrypted ? 465 : user === '' ? 25 : 587),
  tlsHere: 'if offered',
};

/** Reads the address of a relay. Throws `NoServerAddress`. */
export function relayAddress(url: string): RelayAddress {
  const { path, user, ...address } = serverAddress(url, KIND);
  if (path !== '') throw new NoServerAddress(`Nothing follows its server. ${addressForm(KIND)}`);
  return { ...address, ...(user !== '' && { user }) };
}
