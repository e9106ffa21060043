/** For `node --import`: this process asks a name server of ours, and reads no page. */
import { setServers } from 'node:dns';

setServers([`127.0.0.1:${new URL(import.meta.url).searchParams.get('port')}`]);
globalThis.fetch = () => Promise.reject(new Error('no page is there'));
