import { execFileSync } from 'node:child_process';

/** A machine of its own on the network, joined to this one by a cable. */
export interface NetworkNamespace {
  /** What comes before a command that runs there. */
  readonly prefix: readonly string[];
  /** The address of this machine, as it is called from there. */
  readonly here: string;
  /** Pulls the cable, or puts it back: packets vanish without a word. */
  cable(isIn: boolean): void;
  close(): void;
}

const IP = '/usr/sbin/ip';

function ip(...args: readonly string[]): void {
  execFileSync(IP, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Why none can be made here; undefined if it can. */
export function whyNoNamespace(): string | undefined {
  try {
    const name = `fd-try-${process.pid}`;
    ip('netns', 'add', name);
    ip('netns', 'del', name);
    return undefined;
  } catch {
    return 'no network namespace can be made here: that takes root and iproute2';
  }
}

/** Makes one whose cable carries so many bytes a second each way, in a network of documentation (RFC 5737). */
export function openNetworkNamespace(bytesPerSecond: number): NetworkNamespace {
  const name = `fd-${process.pid}`;
  const [near, far] = [`fdn${process.pid}`, `fdf${process.pid}`];
  const inside = (...args: readonly string[]) => ip('netns', 'exec', name, ...args);
  const shape = ['root', 'tbf', 'rate', `${bytesPerSecond * 8}bit`, 'burst', '1600', 'latency', '30s'];
  ip('netns', 'add', name);
  try {
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
    ip('addr', 'add', '203.0.113.1/30', 'dev', near);
    ip('link', 'set', near, 'up');
    inside(IP, 'addr', 'add', '203.0.113.2/30', 'dev', far);
    for (const one of [far, 'lo']) inside(IP, 'link', 'set', one, 'up');
    execFileSync('/usr/sbin/tc', ['qdisc', 'add', 'dev', near, ...shape]);
    inside('/usr/sbin/tc', 'qdisc', 'add', 'dev', far, ...shape);
  } catch (error) {
    ip('netns', 'del', name);
    throw error;
  }
  return {
    prefix: [IP, 'netns', 'exec', name],
    here: '203.0.113.1',
    cable: isIn => ip('link', 'set', near, isIn ? 'up' : 'down'),
    close: () => ip('netns', 'del', name),
  };
}
