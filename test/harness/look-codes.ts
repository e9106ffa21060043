/** The looks of the theme as the terminal has them: weights that stand together, and foregrounds. */
const WEIGHTS: readonly (readonly number[])[] = [[], [1], [2], [7], [1, 7], [2, 7]];
const COLOURS: readonly (number | undefined)[] = [undefined, 91, 95];

interface Look {
  readonly weights: readonly number[];
  readonly colour: number | undefined;
}

const LOOKS: readonly Look[] = WEIGHTS.flatMap(weights => COLOURS.map(colour => ({ weights, colour })));
/** Bold and dim end with the same code. */
const OFF: Readonly<Record<number, number>> = { 1: 22, 2: 22, 7: 27 };

/** The codes that lead from one look to another: the changes, or a reset and the whole look if that is shorter. */
function codesBetween(from: Look, to: Look): string {
  if (to.weights.length === 0 && to.colour === undefined) return '';
  const ended = from.weights.filter(weight => !to.weights.includes(weight));
  const begun = to.weights.filter(weight => !from.weights.includes(weight));
  const colour = to.colour === from.colour ? [] : [to.colour ?? 39];
  const change = [...ended.map(weight => OFF[weight]!), ...begun, ...colour].join(';');
  const whole = ['', ...to.weights, ...(to.colour === undefined ? [] : [to.colour])].join(';');
  return change.length <= whole.length ? change : whole;
}

/** The parameters of every change between two looks of the theme; no other program would write them. */
export const LOOK_CODES: ReadonlySet<string> = new Set(
  LOOKS.flatMap(from => LOOKS.map(to => codesBetween(from, to))).filter(codes => codes !== ''),
);
