/**
 * The numbers under which the choices of a box were read out. Each choice keeps its number while the box is open, also in
 * a later list of fewer or other ones: no number means two things.
 */
export interface Numbers<Choice> {
  /** The number of a choice, which is about to be read out; a new one if it has none. */
  of(choice: Choice): number;
  /** The choice that was read out with this number. */
  choice(number: number): Choice | undefined;
  /** No choice was read out. */
  isEmpty(): boolean;
}

/** Makes the numbers of a box; `idOf` tells its choices apart. */
export function createNumbers<Choice>(idOf: (choice: Choice) => string): Numbers<Choice> {
  const told: Choice[] = [];
  return {
    of: choice => {
      const at = told.findIndex(one => idOf(one) === idOf(choice));
      return at === -1 ? told.push(choice) : at + 1;
    },
    choice: number => told[number - 1],
    isEmpty: () => told.length === 0,
  };
}
