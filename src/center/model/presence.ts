import type { doings } from '../../contract/presence.ts';
import type { Broadcast } from '../database/store.ts';
import { conflict } from './problem.ts';

/** How an agent is on a conversation. */
export type Doing = (typeof doings)[number];

/** One agent on one conversation. */
export interface Sign {
  readonly agentId: number;
  readonly conversationId: number;
  readonly doing: Doing;
}

/** Which agents are on which conversations now, by their event streams; nothing of it is stored. */
export interface PresenceHub {
  /** An agent's stream begins. Call the result when it ends: its sign goes some seconds later. */
  begin(streamId: string, agentId: number): () => void;
  /** Replaces the sign of a stream; without one, takes it away. 409 if the stream is not open here and no server can have it. */
  tell(streamId: string, agentId: number, conversationId: number, doing?: Doing): void;
  /** The agent of a stream has sent an answer to a conversation, and answers it no more. */
  answered(streamId: string, conversationId: number): void;
  /** The signs of a conversation. */
  on(conversationId: number): readonly Sign[];
  /** The conversations that have signs. */
  ids(): readonly number[];
  /** Calls the listener with each conversation whose signs have changed. */
  onChange(listener: (conversationId: number) => void): void;
  close(): void;
}

/** A sign as servers tell it to each other; without a conversation it is gone. */
type PresenceNotice = readonly [stream: string, agentId: number, conversationId: number | null, doing?: Doing];
/** A server's message: signs of its own streams, or those for a stream that another server may have. */
type Message = { readonly own: readonly PresenceNotice[] } | { readonly other: PresenceNotice };

interface PresenceLease extends Sign {
  /** When it goes, unless it is renewed; infinite while its stream is open here. */
  readonly endsAt: number;
}

function signIn([, agentId, conversationId, doing]: PresenceNotice, endsAt: number): PresenceLease | undefined {
  return conversationId === null || doing === undefined ? undefined : { agentId, conversationId, doing, endsAt };
}

/** PostgreSQL takes 8,000 bytes at once; a sign has up to 60. */
const SAID_AT_ONCE = 100;

/**
 * Makes it. `lastsMs`: how long a sign lasts after its stream, and after another server was heard last; servers repeat
 * their signs in less than half of that, so that one that was killed leaves none behind.
 */
export function createPresence(lastsMs: number, broadcast?: Broadcast): PresenceHub {
  const streams = new Map<string, number>();
  const held = new Map<string, PresenceLease>();
  let listener = (_: number): void => undefined;
  let ending: NodeJS.Timeout | undefined;
  let repeating: NodeJS.Timeout | undefined;
  const say = (message: Message): void => broadcast?.say(JSON.stringify(message));

  const endDue = (): void => {
    ending = undefined;
    const now = performance.now();
    for (const [stream, { endsAt }] of held) if (endsAt <= now) put(stream, undefined);
    plan();
  };
  const plan = (): void => {
    const next = Math.min(...[...held.values()].map(({ endsAt }) => endsAt));
    if (next === Number.POSITIVE_INFINITY) return;
    ending ??= setTimeout(endDue, Math.max(0, next - performance.now()) + 1).unref();
  };
  const put = (stream: string, sign: PresenceLease | undefined): void => {
    const former = held.get(stream);
    if (sign) held.set(stream, sign);
    else held.delete(stream);
    plan();
    const isSame = former?.conversationId === sign?.conversationId && former?.doing === sign?.doing;
    if (isSame) return;
    for (const id of new Set([former?.conversationId, sign?.conversationId])) if (id !== undefined) listener(id);
  };
  const repeat = (): void => {
    const own = [...streams].flatMap(([stream, agentId]): readonly PresenceNotice[] => {
      const sign = held.get(stream);
      return sign ? [[stream, agentId, sign.conversationId, sign.doing]] : [];
    });
    for (let at = 0; at < own.length; at += SAID_AT_ONCE) say({ own: own.slice(at, at + SAID_AT_ONCE) });
    if (own.length > 0) return;
    clearInterval(repeating);
    repeating = undefined;
  };
  const tellOwn = (said: PresenceNotice): void => {
    put(said[0], signIn(said, Number.POSITIVE_INFINITY));
    say({ own: [said] });
    if (broadcast) repeating ??= setInterval(repeat, lastsMs * 0.4).unref();
  };
  const hear = (message: Message): void => {
    if ('other' in message) {
      if (streams.get(message.other[0]) === message.other[1]) tellOwn(message.other);
      return;
    }
    const endsAt = performance.now() + lastsMs;
    for (const said of message.own) put(said[0], signIn(said, endsAt));
  };
  broadcast?.onHear(text => hear(JSON.parse(text)));
  return {
    begin: (stream, agentId) => {
      streams.set(stream, agentId);
      return () => {
        streams.delete(stream);
        const sign = held.get(stream);
        if (sign) put(stream, { ...sign, endsAt: performance.now() + lastsMs });
      };
    },
    tell: (stream, agentId, conversationId, doing) => {
      const said: PresenceNotice = doing ? [stream, agentId, conversationId, doing] : [stream, agentId, null];
      if (streams.get(stream) === agentId) tellOwn(said);
      else if (broadcast && !streams.has(stream)) say({ other: said });
      // A stream that has ended has nothing to take away.
      else if (doing !== undefined) throw conflict('You have no event stream of this id open. Open one first.');
    },
    answered: (stream, conversationId) => {
      const sign = held.get(stream);
      if (sign?.conversationId === conversationId && sign.doing === 'answers') tellOwn([stream, sign.agentId, null]);
    },
    on: id => [...held.values()].filter(({ conversationId }) => conversationId === id),
    ids: () => [...new Set([...held.values()].map(({ conversationId }) => conversationId))],
    onChange: next => {
      listener = next;
    },
    close: () => {
      clearTimeout(ending);
      clearInterval(repeating);
    },
  };
}
