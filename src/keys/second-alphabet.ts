/** Letters of the usual Cyrillic and Greek layouts, each row beside the Latin one on the same keys. */
const ROWS: readonly (readonly [letters: string, latin: string])[] = [
  ['йцукенгшщзхъфывапролджэячсмитьбюё', "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"],
  ['ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ', 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'],
  // The letters that Ukrainian and Belarusian layouts have in other places.
  ['іїєўІЇЄЎ', 's]\'oS}"O'],
  ['ςερτυθιοπασδφγηξκλζχψωβνμ', 'wertyuiopasdfghjklzxcvbnm'],
  ['ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ', 'ERTYUIOPASDFGHJKLZXCVBNM'],
];

const LATIN: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([letters, latin]) => Array.from(letters, (letter, at) => [letter, latin[at]!] as const)),
);

/** The name of a key as if the layout were Latin: `ф` is `a`, `ctrl-ф` is `ctrl-a`. Other keys keep their names. */
export function inLatin(name: string): string {
  const letter = name.slice(name.lastIndexOf('-') + 1);
  const latin = LATIN.get(letter);
  return latin === undefined ? name : name.slice(0, name.length - letter.length) + latin;
}
