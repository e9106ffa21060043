/** An event, read. */
export interface ReadEvent {
  readonly id: string;
  readonly name: string;
  readonly data: {
    readonly ids?: number[];
    readonly conversation_ids?: number[];
    readonly rows?: { readonly id: number }[];
    readonly read?: number[];
    readonly versions?: Readonly<Record<string, number>>;
    readonly inbox_counts?: { readonly id: number }[];
    readonly rings?: number[];
    readonly id?: number;
    readonly answers?: number[];
    readonly reads?: number[];
  };
}

/** Reads a stream block by block. */
export class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';
  lastId = '';

  constructor(response: Response) {
    this.#reader = response.body!.getReader();
  }

  /** The next block, or undefined if the stream ended. */
  async block(): Promise<string | undefined> {
    while (!this.#text.includes('\n\n')) {
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#text += new TextDecoder().decode(value);
    }
    const [block = ''] = this.#text.split('\n\n', 1);
    this.#text = this.#text.slice(block.length + 2);
    this.lastId = /^id: (\d+)$/m.exec(block)?.[1] ?? this.lastId;
    return block;
  }

  async event(): Promise<ReadEvent | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const name = /^event: (.*)$/m.exec(block)?.[1];
      if (name) return { id: this.lastId, name, data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) };
    }
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}
