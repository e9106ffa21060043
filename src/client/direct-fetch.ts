/** How `DecompressionStream` calls what answers may be compressed with; the types of the web do not know brotli. */
const formats = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'brotli'],
  ['deflate', 'deflate'],
]) as ReadonlyMap<string, CompressionFormat>;

/**
 * Sends a request as Node's fetch does: to its host itself, and without a word on stderr. Bun's fetch would send it,
 * with the token, to a proxy that the environment names, and it reads that when it is called; no option of it says
 * otherwise. It would also print each compressed answer that is broken, into the desk's screen.
 */
export async function directFetch(request: Request): Promise<Response> {
  if ('bun' in process.versions) return decompressed(await fetchPastProxies(request));
  return request.headers.get('content-type')?.startsWith('multipart/') === true
    ? fetch(request, { dispatcher: PATIENT } as RequestInit)
    : fetch(request);
}

interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

/**
 * Node gives a request 300 seconds to its answer's head, counted from the last part of a file that the system took. A
 * slow link may carry what the system took for longer: our own limit of silence knows that, so Node's is off.
 */
const PATIENT: Dispatcher = {
  dispatch: (options, handler) => {
    const own = (globalThis as unknown as Record<symbol, Dispatcher>)[Symbol.for('undici.globalDispatcher.1')]!;
    return own.dispatch({ ...options, headersTimeout: 0 }, handler);
  },
};

function fetchPastProxies(request: Request): Promise<Response> {
  const { NO_PROXY: before } = process.env;
  process.env.NO_PROXY = '*';
  try {
    return fetch(request, { decompress: false } as RequestInit);
  } finally {
    if (before === undefined) delete process.env.NO_PROXY;
    else process.env.NO_PROXY = before;
  }
}

/** The answer with its body as it was before compression; the headers stay. */
function decompressed(response: Response): Response {
  const format = formats.get(response.headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  if (response.body === null || format === undefined) return response;
  return new Response(response.body.pipeThrough(new DecompressionStream(format)), response);
}
