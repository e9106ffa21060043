import { listen } from '../../src/center/http/listen.ts';
import { openCenterTarget, type Reach } from './center-target.ts';
import { conformance } from './suite.ts';

/** Serves the center on a free port of this machine. */
const overHttp: Reach = async center => {
  const { url, close } = await listen(center, { host: '127.0.0.1', port: 0, drainMs: 500 });
  return { baseUrl: url, fetch: request => fetch(request), close };
};

conformance(() => openCenterTarget(overHttp), { isOverConnection: true, again: 'connection' });
