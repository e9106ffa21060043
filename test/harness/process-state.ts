/** What a test can change for the files that run in the same process after it, as it is now. */
export function processState() {
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    clocks: [setTimeout, setInterval, setImmediate, queueMicrotask, process.nextTick, Date, performance.now],
    fetch,
    listeners: process.eventNames().map(name => `${String(name)}: ${process.listenerCount(name)}`),
  };
}
