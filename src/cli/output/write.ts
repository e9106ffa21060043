/**
 * Writes the text and waits until it is on its way, so that a slow reader fills no memory. Returns false if the reader
 * has ended: then the command has nothing left to print.
 */
export function writeAndWait(stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<boolean> {
  return new Promise(resolve => {
    stream.write(text, error => resolve(!error));
  });
}
