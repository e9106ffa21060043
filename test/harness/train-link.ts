import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What a line does with what is sent through it. In a tunnel everything is swallowed, before it for a moment only the
 * answers; connections that were open then are dead for ever. At a station its portal answers.
 */
export type Line = 'good' | 'answers lost' | 'tunnel' | 'portal';

/** A line on loopback to a server, as an agent on a train has it. */
export interface TrainLink {
  readonly url: string;
  become(line: Line): void;
  /** From now on it leads to another server. */
  leadTo(target: string): void;
  /** Requests and answers that went through, in bytes. */
  bytes(): number;
  close(): Promise<void>;
}

/** The host of the portal's sign-in page. */
const PORTAL_HOST = 'wifi.train.example';
const PORTAL_ANSWER = [
  'HTTP/1.1 302 Found',
  `Location: http://${PORTAL_HOST}/welcome`,
  'Content-Type: text/html',
  'Content-Length: 26',
  'Connection: close',
  '',
  '<h1>Welcome on board!</h1>',
].join('\r\n');

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
  /** What is still passed on, in each direction. */
  passesRequests: boolean;
  passesAnswers: boolean;
}

/** Opens a line to the server at `target`. */
export async function openTrainLink(target: string): Promise<TrainLink> {
  const connections = new Set<Connection>();
  const sockets = new Set<Socket>();
  const state = { line: 'good' as Line, bytes: 0, target: new URL(target) };
  const open = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return socket.on('error', () => undefined);
  };
  const passOn = (bytes: Buffer, to: Socket): void => {
    state.bytes += bytes.length;
    to.write(bytes);
  };
  const join = (near: Socket): void => {
    const far = open(connect(Number(state.target.port), state.target.hostname));
    const connection = { near, far, passesRequests: true, passesAnswers: state.line === 'good' };
    connections.add(connection);
    near.on('data', bytes => connection.passesRequests && passOn(bytes, far));
    far.on('data', bytes => connection.passesAnswers && passOn(bytes, near));
    // That one end is closed is news as well, and is swallowed with the rest.
    near.on('close', () => connection.passesRequests && far.destroy());
    far.on('close', () => connection.passesAnswers && near.destroy());
    near.on('close', () => connections.delete(connection));
  };
  const server = createServer(near => {
    open(near);
    if (state.line === 'tunnel') near.resume();
    else if (state.line === 'portal') near.on('data', () => near.end(PORTAL_ANSWER));
    else join(near);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become: line => {
      if (line !== 'good') for (const connection of connections) connection.passesAnswers = false;
      if (line === 'tunnel' || line === 'portal')
        for (const connection of connections) connection.passesRequests = false;
      if (line === 'portal') for (const { near } of connections) near.resetAndDestroy();
      state.line = line;
    },
    leadTo: next => {
      state.target = new URL(next);
    },
    bytes: () => state.bytes,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
