/** A part of a program, as the parser gives it. */
export interface Part {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Whether a field of a part is a part itself. */
export function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The parts that a part is made of. */
export function partsBelow(part: Part): Part[] {
  return Object.values(part).flat().filter(isPart);
}
