import type { ExchangedPerson } from '../../../contract/exchange.ts';
import { addressKey } from '../../../text/address-form.ts';
import { createInbox, slugOf } from '../../model/inbox/settings.ts';
import { type Addresses, inboxBySlug, readAddresses } from '../../model/mail.ts';
import { insertAgent, updateAgent } from '../../model/people/agent.ts';
import { createStatus, listStatusNames, statusByName } from '../../model/status.ts';
import { nameKey } from '../../model/text-key.ts';
import type { Work } from '../../model/work.ts';
import { LineRefused } from './read-line.ts';

/** How unknown names are treated. */
export interface NameWishes {
  /** The inbox for conversations that name none, or an unknown one; without it the default one, for those that name none. */
  readonly inboxId: number | null;
  /** Makes the missing statuses, inboxes and agents, these disabled. */
  readonly creates?: boolean | undefined;
  /** How many inboxes there may be. */
  readonly inboxLimit: number;
}

const HOW = 'Make it, or run this with --create.';

/** The ids for the names of a file, each asked for once in a transaction. Unknown agents are collected. */
export class NameIds {
  readonly #work: Work;
  readonly #wishes: NameWishes;
  readonly #ids = new Map<string, Promise<number>>();
  #addresses: Addresses;
  /** The addresses of unknown agents. */
  readonly unknown = new Set<string>();

  private constructor(work: Work, wishes: NameWishes, addresses: Addresses) {
    this.#work = work;
    this.#wishes = wishes;
    this.#addresses = addresses;
  }

  static async read(work: Work, wishes: NameWishes): Promise<NameIds> {
    return new NameIds(work, wishes, await readAddresses(work.db));
  }

  #once(key: string, find: () => Promise<number>): Promise<number> {
    const known = this.#ids.get(key) ?? find();
    this.#ids.set(key, known);
    return known;
  }

  /** The id of a status by its name. Throws `LineRefused` if no status has it. */
  status(name: string): Promise<number> {
    const { db } = this.#work;
    return this.#once(`status ${nameKey(name)}`, async () => {
      const id = await statusByName(db, name);
      if (id !== undefined) return id;
      if (this.#wishes.creates) return (await createStatus(this.#work, name)).id;
      throw new LineRefused(`There is no status ${name}, only ${(await listStatusNames(db)).join(', ')}. ${HOW}`);
    });
  }

  /** The id of an inbox by its slug, an address or its name. Throws `LineRefused` if no inbox has it. */
  inbox(name: string | null | undefined): Promise<number> {
    const { inboxId, creates, inboxLimit } = this.#wishes;
    return this.#once(`inbox ${name ?? ''}`, async () => {
      if (!name) return inboxId ?? this.#addresses.defaultInbox;
      const byAddress = this.#addresses.inboxOf(addressKey(name))?.id;
      const found = byAddress ?? (await inboxBySlug(this.#work.db, slugOf(name))) ?? inboxId;
      if (found !== null) return found;
      if (creates) return createInbox(this.#work, { name }, inboxLimit);
      throw new LineRefused(`There is no inbox ${name}. ${HOW} --inbox names another one.`);
    });
  }

  /** The id of an agent; null without a person, for an inbox, and for an unknown agent. One without a name is not made. */
  async agent(person: ExchangedPerson | null | undefined): Promise<number | null> {
    const { email, name } = person ?? {};
    if (!email) return null;
    const known = this.#addresses.agentOf.get(addressKey(email));
    if (known !== undefined) return known;
    if (this.#addresses.inboxOf(addressKey(email))) return null;
    if (!this.#wishes.creates || !name) {
      this.unknown.add(email);
      return null;
    }
    const { db, now } = this.#work;
    const made = { name: name.trim() || email, email, role: 'agent', passwordHash: null } as const;
    const { id } = await insertAgent(db, made, now);
    await updateAgent(db, id, { disabled: 1 }, now);
    this.#work.namesChanged();
    this.#addresses = await readAddresses(db);
    return id;
  }
}
