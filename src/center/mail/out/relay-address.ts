import { formOf, NoServerAddress, type ServerAddress, type ServerKind, serverAddress } from '../server-address.ts';

/** Where the relay is, to which mail is given. */
export interface RelayAddress extends Pick<ServerAddress, 'host' | 'port' | 'name'> {
  /** Undefined: the relay asks for no user name, as on this machine. */
  readonly user?: string;
  /** Whether TLS begins with the first byte, or by STARTTLS; on this machine only if the relay offers it. */
  readonly tls: 'at once' | 'by STARTTLS' | 'if offered';
}

const KIND: ServerKind = {
  name: 'relay',
  scheme: 'smtps',
  example: 'user@host',
  passwordSetting: 'relay_password_file',
  // Mail of a user is submitted at another port than mail between servers.
  port: (isEncrypted, user) => (isEncrypted ? 465 : user === '' ? 25 : 587),
};

/** Reads the address of a relay. Throws `NoServerAddress`. */
export function relayAddress(url: string): RelayAddress {
  const { host, port, user, path, isEncrypted, isHere, name } = serverAddress(url, KIND);
  if (path !== '') throw new NoServerAddress(`Nothing follows its server. ${formOf(KIND)}`);
  return {
    host,
    port,
    ...(user !== '' && { user }),
    tls: isEncrypted ? 'at once' : isHere ? 'if offered' : 'by STARTTLS',
    name,
  };
}
