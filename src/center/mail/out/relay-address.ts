import { canRead, formOf, NoServerAddress, type ServerKind, serverAddress } from '../server-address.ts';

/** Where the relay is, to which mail is given. */
export interface RelayAddress {
  readonly host: string;
  readonly port: number;
  /** Undefined: the relay asks for no user name, as on this machine. */
  readonly user?: string;
  /** Whether TLS begins with the first byte, or by STARTTLS; on this machine only if the relay offers it. */
  readonly tls: 'at once' | 'by STARTTLS' | 'if offered';
  /** Names it in messages; without a password. */
  readonly name: string;
}

const KIND: ServerKind = {
  name: 'relay',
  scheme: 'smtps',
  example: 'user@host',
  passwordSetting: 'relay_password_file',
};

const SUBMISSION_PORT = 587;
const SMTP_PORT = 25;
const SMTPS_PORT = 465;

/** Reads the address of a relay. Throws `NoServerAddress`. */
export function relayAddress(url: string): RelayAddress {
  const { host, port, user, path, isEncrypted, isHere } = serverAddress(url, KIND);
  if (path !== '') throw new NoServerAddress(`Nothing follows its server. ${formOf(KIND)}`);
  const usual = isEncrypted ? SMTPS_PORT : user === '' ? SMTP_PORT : SUBMISSION_PORT;
  const number = port ?? usual;
  return {
    host,
    port: number,
    ...(user !== '' && { user }),
    tls: isEncrypted ? 'at once' : isHere ? 'if offered' : 'by STARTTLS',
    name: `${user === '' ? '' : `${user} at `}${host}${number === usual ? '' : `:${number}`}`,
  };
}

/** Whether this is the address of a relay. */
export function isRelayAddress(url: string): boolean {
  return canRead(relayAddress, url);
}
