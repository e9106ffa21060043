import { promises as dns, type MxRecord, type SrvRecord } from 'node:dns';

/** Where the servers of a domain are looked up. Answers that do not come, or say that there is nothing, are empty. */
export interface Network {
  srv(name: string): Promise<readonly SrvRecord[]>;
  mx(domain: string): Promise<readonly MxRecord[]>;
  /** The text at an https address, at most 64 KiB of it. */
  page(url: string): Promise<string>;
}

const ANSWER_MS = 5_000;
const MAX_CHARACTERS = 65_536;

function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>(resolve => {
    setTimeout(resolve, ANSWER_MS, otherwise).unref();
  });
  return Promise.race([answer.catch(() => otherwise), late]);
}

async function pageAt(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  // A redirect to plain HTTP could be answered by anybody in between.
  if (!response.ok || !response.body || !response.url.startsWith('https:')) return '';
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > MAX_CHARACTERS) break;
  }
  return text.slice(0, MAX_CHARACTERS);
}

/** The network of this machine. */
export const ownNetwork: Network = {
  srv: name => inTime(dns.resolveSrv(name), []),
  mx: domain => inTime(dns.resolveMx(domain), []),
  page: url => inTime(pageAt(url), ''),
};
