import { createServer, type IncomingMessage } from 'node:http';
import { listenHere } from '../../harness/listen-here.ts';
import { row } from '../../state/fake-center.ts';

interface Agent {
  readonly id: number;
  readonly name: string;
}

/** A help center that recognises the caller by the token, and carries out each change once by its key. */
export interface SmallCenter {
  readonly url: string;
  /** Agents by their tokens; without one it is an API key. */
  readonly agents: Map<string, Agent>;
  /** Else it hangs up. */
  isUp: boolean;
  /** Refuses to say who is calling. */
  isSilent: boolean;
  /** Whether it accepts changes; if not, it hangs up on those alone. */
  takesChanges: boolean;
  readonly changes: { readonly path: string; readonly key: string; readonly token: string }[];
  /** The conversations that changes were about, in order of their ids. */
  changed(): number[];
}

export async function openSmallCenter(): Promise<SmallCenter> {
  const server = createServer((request, response) => {
    request.resume();
    const isChange = request.method !== 'GET';
    if (!center.isUp || (isChange && !center.takesChanges)) return void request.socket.destroy();
    const token = String(request.headers.authorization).replace('Bearer ', '');
    const path = String(request.url).replace('/api/agent/v1', '');
    const key = String(request.headers['idempotency-key']);
    if (isChange && !center.changes.some(change => change.key === key)) center.changes.push({ path, key, token });
    response.setHeader('Content-Type', 'application/json');
    if (path === '/me' && center.isSilent) {
      response.statusCode = 403;
      return void response.end('{"error": {"code": "forbidden", "message": "No."}}');
    }
    response.end(JSON.stringify({ data: answerOf(request, path, center.agents.get(token)) }));
  });
  const url = await listenHere(server);
  const center: SmallCenter = {
    url,
    agents: new Map(),
    isUp: true,
    isSilent: false,
    takesChanges: true,
    changes: [],
    changed: () => center.changes.map(({ path }) => Number(/\d+/.exec(path)?.[0])).sort(),
  };
  return center;
}

function answerOf({ method }: IncomingMessage, path: string, agent: Agent | undefined): unknown {
  const more = { email: 'agent@shop.example', role: 'agent', disabled: false };
  const hours = { idempotency_key_hours: 24 };
  if (path === '/me')
    return { ...(agent ? { agent: { ...agent, ...more }, api_key: null } : { agent: null, api_key: 'key' }), ...hours };
  const id = Number(/^\/conversations\/(\d+)/.exec(path)?.[1]);
  if (path.endsWith('/notes') && method === 'POST') {
    return {
      id: 9,
      conversation_id: id,
      agent_id: 1,
      details: 'x',
      attachments: [],
      created_at: '2026-11-20T12:00:00',
    };
  }
  if (path.includes('/notes?')) return [];
  return row(id, { archived: method !== 'GET' });
}
