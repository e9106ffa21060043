import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { whyNotInstalled } from './installed.ts';
import { temporaryFolder } from './temporary.ts';

/** Browsers that customers have: one of a phone, and one of a terminal. */
export const BROWSERS = { chromium: '/usr/bin/chromium', w3m: '/usr/bin/w3m' } as const;

/**
 * Why there is no such browser here; undefined where there is. With `FRONTDESK_BROWSERS=1` there must be one: its tests
 * fail without it.
 */
export function whyNoBrowser(name: keyof typeof BROWSERS): string | undefined {
  return whyNotInstalled(BROWSERS[name], { variable: 'FRONTDESK_BROWSERS', packages: 'chromium w3m' });
}

const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  // It needs rights that containers rarely give, and the page is our own.
  '--no-sandbox',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
];

/** What the browser says: an answer to a command, or an event. */
interface Said {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

type Answer = Readonly<Record<string, unknown>>;

/** The browser's debugging protocol over two pipes: JSON, each followed by NUL. */
class Wire {
  readonly #to: Writable;
  readonly #answers = new Map<number, (said: Said) => void>();
  readonly #events = new Set<(said: Said) => void>();
  #rest = '';
  #last = 0;

  constructor(to: Writable, from: Readable) {
    this.#to = to;
    from.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  #read(text: string): void {
    const parts = (this.#rest + text).split('\0');
    this.#rest = parts.pop()!;
    for (const part of parts) {
      const said = JSON.parse(part) as Said;
      if (said.id === undefined) for (const hear of this.#events) hear(said);
      else this.#answers.get(said.id)?.(said);
    }
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#answers.set(id, ({ result = {}, error }) => {
        this.#answers.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
    });
    this.#to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answer;
  }

  /** Resolves at the next event of this name; ask before doing what causes it. */
  next(method: string): Promise<void> {
    return new Promise(resolve => {
      const hear = (said: Said): void => {
        if (said.method !== method) return;
        this.#events.delete(hear);
        resolve();
      };
      this.#events.add(hear);
    });
  }
}

/** A page in a browser, as its reader uses it. Elements are named by selectors. */
export interface BrowserPage {
  open(url: string): Promise<void>;
  /** Taps on an element, which is moved into view before. */
  tap(selector: string): Promise<void>;
  /** The same; resolves when the page that follows is there. */
  tapAndLoad(selector: string): Promise<void>;
  /** Types a text where the cursor is. */
  type(text: string): Promise<void>;
  /** The HTML as it is now. */
  html(): Promise<string>;
  /** How wide the content is, in the pixels of the page. */
  width(): Promise<number>;
  /** The height of an element in such pixels. */
  height(selector: string): Promise<number>;
  /** The screen as a PNG. */
  picture(): Promise<Buffer>;
}

function pageOf(send: (method: string, params?: object) => Promise<Answer>, wire: Wire): BrowserPage {
  const nodeOf = async (selector: string): Promise<number> => {
    const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } };
    const { nodeId } = (await send('DOM.querySelector', { nodeId: root.nodeId, selector })) as { nodeId: number };
    if (nodeId === 0) throw new Error(`The page has no ${selector}`);
    return nodeId;
  };
  const boxOf = async (nodeId: number) => {
    const { model } = await send('DOM.getBoxModel', { nodeId });
    return model as { readonly border: readonly number[]; readonly height: number };
  };
  const tap = async (selector: string): Promise<void> => {
    const nodeId = await nodeOf(selector);
    await send('DOM.scrollIntoViewIfNeeded', { nodeId });
    const { border } = await boxOf(nodeId);
    const [x, y] = [(border[0]! + border[4]!) / 2, (border[1]! + border[5]!) / 2];
    const click = { x, y, button: 'left', clickCount: 1 };
    await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...click });
    await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...click });
  };
  const loading = async (cause: () => Promise<unknown>): Promise<void> => {
    const loaded = wire.next('Page.loadEventFired');
    await cause();
    await loaded;
  };
  return {
    open: url => loading(() => send('Page.navigate', { url })),
    tap,
    tapAndLoad: selector => loading(() => tap(selector)),
    type: async text => void (await send('Input.insertText', { text })),
    html: async () => {
      const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } };
      return ((await send('DOM.getOuterHTML', { nodeId: root.nodeId })) as { outerHTML: string }).outerHTML;
    },
    width: async () => {
      const { cssContentSize } = (await send('Page.getLayoutMetrics')) as { cssContentSize: { width: number } };
      return cssContentSize.width;
    },
    height: async selector => (await boxOf(await nodeOf(selector))).height,
    picture: async () => Buffer.from(((await send('Page.captureScreenshot')) as { data: string }).data, 'base64'),
  };
}

/** A browser with one page. */
export interface Browser {
  readonly page: BrowserPage;
  stop(): Promise<void>;
}

/** How the page is shown. */
export interface Shown {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
}

/** Starts Debian's Chromium with the screen of a phone, and with scripts switched off. */
export async function startBrowser({ width, height, scheme }: Shown): Promise<Browser> {
  const profile = `--user-data-dir=${temporaryFolder()}`;
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
  const child: ChildProcess = spawn(BROWSERS.chromium, [...FLAGS, profile], { stdio: [...stdio] });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const wire = new Wire(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const { targetId } = await wire.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await wire.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, params: object = {}) => wire.send(method, params, sessionId as string);
  await send('Page.enable');
  await send('Emulation.setScriptExecutionDisabled', { value: true });
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: true });
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  return {
    page: pageOf(send, wire),
    stop: async () => {
      await wire.send('Browser.close').catch(() => undefined);
      await ended;
    },
  };
}
