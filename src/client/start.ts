import { MAX_COUNTED } from '../contract/conversation-filter.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { countQueries, type StartCounts, type StartPart, startQueries } from '../contract/start.ts';
import type { KnownAtStart, StartAnswer } from './known-at-start.ts';
import type { AnyRequest } from './request.ts';
import type { HttpRequest, RawResponse } from './transport.ts';

/** The part of it that answers calls. */
interface StartAnswers extends StartAnswer {
  /**
   * The answer to a call that is part of the start; undefined if it must be asked for. Throws the failure of the start.
   */
  answerTo(endpoint: Endpoint, request: AnyRequest, url: string): Promise<RawResponse | undefined>;
}

type SentOf = (endpoint: Endpoint, request: AnyRequest) => HttpRequest;

const PARTS: Readonly<Record<StartPart, Endpoint>> = {
  list: contract.conversation.list,
  me: contract.session.me,
  inboxes: contract.inbox.list,
  statuses: contract.status.list,
  agents: contract.agent.list,
  tags: contract.tag.list,
  messages: contract.message.list,
  notes: contract.note.list,
};
const OF_START = new Set(Object.values(PARTS));

/** Nothing is at hand until `expect` is called. `exchange` sends a request in its turn. */
export function createStart(sentOf: SentOf, exchange: (request: HttpRequest) => Promise<RawResponse>): StartAnswers {
  let expected: KnownAtStart | undefined;
  let answers: Promise<Map<string, RawResponse>> | undefined;
  let isOfOneMoment = false;
  let threadAtHand: number | undefined;
  let hasNumbers = false;

  const begin = async (
    { etags, thread, hasNumbers: isCounted }: KnownAtStart,
    list: AnyRequest,
  ): Promise<Map<string, RawResponse>> => {
    const { fields: _, ...filter } = list.query ?? {};
    const etag = [...(list.etag ? [list.etag] : []), ...etags].join() || null;
    // A caller that gives the list up still needs the other parts.
    const { onBytes, onDate } = list;
    const said = dataIn(
      await exchange(
        sentOf(contract.start.read, {
          query: { ...filter, ...(isCounted && { counts: '1' }), ...thread },
          etag,
          onBytes,
          onDate,
        }),
      ),
    );
    // An older help center, or another one: each part is asked for by itself.
    if (!said) return new Map();
    isOfOneMoment = true;
    threadAtHand = said.thread;
    hasNumbers = said.counts !== undefined;
    const requests = requestsOf(list, said.thread, thread);
    const names = Object.keys(requests) as StartPart[];
    const counts = Object.entries(said.counts ?? {}).map(([name, total]) => {
      const query = countQueries[name as keyof typeof countQueries];
      return [sentOf(PARTS.list, { query }).url, counted(total)] as const;
    });
    const parts = names.map(name => [sentOf(PARTS[name], requests[name]!).url, answerIn(said[name])] as const);
    return new Map([...parts, ...counts]);
  };

  return {
    expect: known => {
      expected = known;
    },
    isOfOneMoment: () => isOfOneMoment,
    threadAtHand: () => threadAtHand,
    hasNumbers: () => hasNumbers,
    answerTo: async (endpoint, request, url) => {
      const isFirst = expected !== undefined && endpoint === PARTS.list;
      if (expected && isFirst) {
        answers = begin(expected, request);
        expected = undefined;
      }
      // From then on there may be something newer.
      if (endpoint === contract.service.events || endpoint.method !== 'GET') {
        answers = undefined;
        threadAtHand = undefined;
        hasNumbers = false;
      }
      if (!answers || !OF_START.has(endpoint)) return undefined;
      const all = await answers.catch(error => {
        // The next call asks for itself: the link may be back.
        answers = undefined;
        throw error;
      });
      const answer = all.get(url);
      // Two may want the thread at once: the one that shows it, and the one that keeps it.
      if (endpoint !== PARTS.messages && endpoint !== PARTS.notes) all.delete(url);
      if (endpoint === PARTS.list && !isFirst) hasNumbers = false;
      if (!answer || (answer.status === 304 && !request.etag)) return undefined;
      if (!isFirst) request.onAtHand?.();
      return answer;
    },
  };
}

/** The calls that the parts of a start answer. */
function requestsOf(
  list: AnyRequest,
  threadId: number | undefined,
  thread: KnownAtStart['thread'],
): Partial<Record<StartPart, AnyRequest>> {
  const { messages, notes, tags } = startQueries;
  const params = { conversation_id: threadId ?? 0 };
  return {
    list,
    me: {},
    inboxes: {},
    statuses: {},
    agents: {},
    tags: { query: tags },
    ...(threadId !== undefined && {
      messages: { params, query: { ...messages, after_id: thread?.messages } },
      notes: { params, query: { ...notes, after_id: thread?.notes } },
    }),
  };
}

interface StartPartAnswer {
  readonly etag: string;
  readonly body: unknown;
}
type StartBody = Partial<Readonly<Record<StartPart, StartPartAnswer>>> & {
  readonly thread?: number;
  readonly counts?: StartCounts;
};

function dataIn({ status, text }: RawResponse): StartBody | undefined {
  if (status !== 200) return undefined;
  try {
    const { data } = JSON.parse(text) as { readonly data?: StartBody };
    const isOurs = typeof data?.me === 'object' && ['number', 'undefined'].includes(typeof data.thread);
    return isOurs ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The answer to a call that counts, without its row. */
function counted(total: unknown): RawResponse {
  const meta = { next_cursor: null, total, ...(total === MAX_COUNTED && { total_is_more: true }) };
  return { status: 200, headers: new Headers(), text: JSON.stringify({ data: [], meta }) };
}

/** A part that is left out has not changed. */
function answerIn(part: StartPartAnswer | undefined): RawResponse {
  if (typeof part !== 'object' || part === null) return { status: 304, headers: new Headers(), text: '' };
  const { etag, body } = part;
  // A false help center may say anything.
  const isTag = typeof etag === 'string' && /^[!#-~]{1,64}$/.test(etag);
  return { status: 200, headers: new Headers(isTag ? { etag: `"${etag}"` } : {}), text: JSON.stringify(body) ?? '' };
}
