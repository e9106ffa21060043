/**
 * The stdin for Ink: it looks like a terminal and never delivers anything, because keys do not reach us through Ink.
 */
export function muteStdin(): NodeJS.ReadStream {
  const itself = () => mute;
  const mute = {
    isTTY: true,
    isRaw: false,
    setRawMode: itself,
    setEncoding: itself,
    ref: itself,
    unref: itself,
    resume: itself,
    pause: itself,
    on: itself,
    off: itself,
    once: itself,
    addListener: itself,
    removeListener: itself,
    read: () => null,
    listenerCount: () => 0,
  };
  return mute as unknown as NodeJS.ReadStream;
}
