/**
 * Sends a request as Node's fetch does: to its host itself. Bun's fetch would send it, with the token, to a proxy that
 * the environment names, and it reads that when it is called; no option of it says otherwise.
 */
export function directFetch(request: Request): Promise<Response> {
  if (!('bun' in process.versions)) return fetch(request);
  const { NO_PROXY: before } = process.env;
  process.env.NO_PROXY = '*';
  try {
    return fetch(request);
  } finally {
    if (before === undefined) delete process.env.NO_PROXY;
    else process.env.NO_PROXY = before;
  }
}
