import { invalid, Problem } from '../../model/problem.ts';
import type { AnyRequest } from '../request.ts';

/** The head of one part. */
export interface PartHead {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

/** Gets a form as it comes in: each part's head, then its bytes. */
export interface FormReader {
  part(head: PartHead): Promise<void> | void;
  data(chunk: Uint8Array): Promise<void> | void;
}

const MAX_HEAD_BYTES = 16_384;

/** A form for one file has few parts; many little ones keep the service busy. */
const MAX_PARTS = 100;

function unreadable() {
  return new Problem('unsupported_media_type', 'Send the file as multipart/form-data, in a part named file.');
}

/** What a form is refused with that ends too soon. */
export function formBrokeOff() {
  return invalid(['file', 'broke off']);
}

function tooManyParts() {
  return new Problem('too_large', `The form has more than ${MAX_PARTS} parts; nothing was kept.`);
}

/** The boundary of a form. Throws `unsupported_media_type` where the request is none. */
export function boundaryOf(request: AnyRequest): string {
  const type = request.headers.get('content-type') ?? '';
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type);
  if (!/^multipart\/form-data\s*;/i.test(type) || !found) throw unreadable();
  return found[1] ?? found[2]!;
}

function parameter(header: string, name: string): string | undefined {
  const quoted = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(header)?.[1];
  const value = quoted?.replace(/\\(["\\])/g, '$1') ?? new RegExp(`;\\s*${name}=([^\\s;]+)`, 'i').exec(header)?.[1];
  return value?.replaceAll('%22', '"').replace(/%0D|%0A/gi, ' ');
}

function readHead(bytes: Uint8Array): PartHead {
  const lines = Buffer.from(bytes).toString('utf8').split('\r\n');
  const headerValue = (name: string) =>
    lines
      .find(line => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const disposition = headerValue('content-disposition') ?? '';
  return {
    name: parameter(disposition, 'name') ?? '',
    fileName: parameter(disposition, 'filename'),
    contentType: headerValue('content-type'),
  };
}

type Where = 'before' | 'boundary' | 'head' | 'data' | 'end';

/**
 * Reads a form from a stream with little in memory. Everything before the first boundary and after the last is left
 * out, as the format has it.
 */
export class FormParser {
  readonly #mark: Buffer;
  readonly #reader: FormReader;
  #where: Where = 'before';
  #held: Buffer = Buffer.from('\r\n');
  #parts = 0;

  constructor(boundary: string, reader: FormReader) {
    this.#mark = Buffer.from(`\r\n--${boundary}`);
    this.#reader = reader;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#held = Buffer.concat([this.#held, chunk]);
    while (await this.#step());
  }

  /** Throws where the form ended before its last boundary. */
  end(): void {
    if (this.#where !== 'end') throw formBrokeOff();
  }

  #step(): Promise<boolean> | boolean {
    switch (this.#where) {
      case 'before':
      case 'data':
        return this.#content();
      case 'boundary':
        return this.#afterBoundary();
      case 'head':
        return this.#head();
      default:
        this.#held = Buffer.alloc(0);
        return false;
    }
  }

  /** Hands on what is surely content: all before the mark, or all but what may be its beginning. */
  async #content(): Promise<boolean> {
    const at = this.#held.indexOf(this.#mark);
    const sure = at >= 0 ? at : Math.max(0, this.#held.length - this.#mark.length + 1);
    const content = this.#held.subarray(0, sure);
    this.#held = this.#held.subarray(at >= 0 ? at + this.#mark.length : sure);
    if (this.#where === 'data' && content.length > 0) await this.#reader.data(content);
    if (at >= 0) this.#where = 'boundary';
    return at >= 0;
  }

  #afterBoundary(): boolean {
    if (this.#held.length < 2) return false;
    const next = this.#held.subarray(0, 2).toString('latin1');
    if (next === '--') this.#where = 'end';
    else if (next === '\r\n') {
      this.#held = this.#held.subarray(2);
      this.#where = 'head';
    } else throw unreadable();
    return true;
  }

  async #head(): Promise<boolean> {
    const at = this.#held.indexOf('\r\n\r\n');
    if (at < 0) {
      if (this.#held.length > MAX_HEAD_BYTES) throw unreadable();
      return false;
    }
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) throw tooManyParts();
    const head = readHead(this.#held.subarray(0, at));
    this.#held = this.#held.subarray(at + 4);
    this.#where = 'data';
    await this.#reader.part(head);
    return true;
  }
}
