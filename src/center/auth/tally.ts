/** The limit: this many events within this time. */
export interface Rule {
  readonly most: number;
  /** Milliseconds. */
  readonly withinMs: number;
}

/** Beyond this many names, the one counted longest ago is forgotten, so that invented names cannot fill the memory. */
const MAX_NAMES = 50_000;

/** Counts events by name, and attempts in progress that may count soon. Times are on a monotonic clock. */
export class Tally {
  readonly #rule: Rule;
  /** The names in the order of their last event. */
  readonly #times = new Map<string, readonly number[]>();
  readonly #underWay = new Map<string, number>();

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** Milliseconds until one more is allowed; 0 if at once. */
  waitMs(name: string, now: number): number {
    const times = this.#recent(name, now);
    const { most, withinMs } = this.#rule;
    return times.length < most ? 0 : times[times.length - most]! + withinMs - now;
  }

  /** Whether one more is allowed even if all attempts in progress count. */
  hasRoom(name: string, now: number): boolean {
    return this.#recent(name, now).length + (this.#underWay.get(name) ?? 0) < this.#rule.most;
  }

  add(name: string, now: number): void {
    const times = [...this.#recent(name, now), now];
    this.#times.delete(name);
    this.#times.set(name, times);
    this.#forget(now);
  }

  begin(name: string): void {
    this.#underWay.set(name, (this.#underWay.get(name) ?? 0) + 1);
  }

  end(name: string): void {
    const left = (this.#underWay.get(name) ?? 0) - 1;
    if (left > 0) this.#underWay.set(name, left);
    else this.#underWay.delete(name);
  }

  /** How many names are remembered. */
  get size(): number {
    return this.#times.size;
  }

  #recent(name: string, now: number): readonly number[] {
    return (this.#times.get(name) ?? []).filter(at => now - at < this.#rule.withinMs);
  }

  #forget(now: number): void {
    for (const [name, times] of this.#times) {
      if (now - times.at(-1)! < this.#rule.withinMs && this.#times.size <= MAX_NAMES) return;
      this.#times.delete(name);
    }
  }
}
