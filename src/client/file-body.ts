import { randomUUID } from 'node:crypto';

/** A file to upload. Its bytes are read as they are sent, so that it is never whole in memory. */
export interface FileBody {
  readonly name: string;
  readonly type: string;
  /** In bytes; `read` returns exactly this many. */
  readonly size: number;
  /** The bytes from the first on; called again if the request is sent again. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** A form as it is sent: its headers, and its bytes. */
export interface Form {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** The form of a file, with its one part named `file`. The HTML standard escapes three characters of a name. */
export function multipartForm({ name, type, size, read }: FileBody): Form {
  const boundary = `frontdesk-${randomUUID()}`;
  const escaped = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const disposition = `Content-Disposition: form-data; name="file"; filename="${escaped}"`;
  const head = Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + size + tail.length),
    },
    bytes: async function* () {
      yield head;
      yield* read();
      yield tail;
    },
  };
}
