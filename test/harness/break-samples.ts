/** A character of each class by which Unicode cuts text into clusters, and some that are cut in more than one way. */
const CLASSES: Readonly<Record<string, string>> = {
  'carriage return': '\r',
  'line feed': '\n',
  control: '\u0001',
  'format control': '\u200b',
  'combining mark': '\u0300',
  'variation selector': '\ufe0f',
  'skin tone': '\u{1f3fb}',
  tag: '\u{e0020}',
  joiner: '\u200d',
  'regional indicator': '\u{1f1e6}',
  prepended: '\u0600',
  'spacing mark': '\u0903',
  'Thai sara am': '\u0e33',
  'hangul L': '\u1100',
  'hangul V': '\u1160',
  'hangul T': '\u11a8',
  'hangul LV': '\uac00',
  'hangul LVT': '\uac01',
  pictograph: '\u231a',
  letter: 'a',
  blank: ' ',
  unassigned: '\u0378',
  'half a pair': '\ud800',
};

const ALL = Object.values(CLASSES);

/** Every class beside every other, by themselves and with a combining mark between. */
export const BREAK_SAMPLES: readonly string[] = ALL.flatMap(first =>
  ALL.flatMap(second => [`${first}${second}`, `${first}\u0308${second}`]),
);
