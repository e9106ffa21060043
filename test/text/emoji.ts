const JOINER = '\u200d';
const TONES = ['🏻', '🏼', '🏽', '🏾', '🏿'];
const ADULTS = ['👩', '👨', '🧑'];
const CHILDREN = ['👧', '👦', '🧒'];
/** The second parts of joined emoji. */
const TAILS =
  '🌫️ 💨 ↔️ ↕️ 💫 🔥 🩹 🗨️ 🫲 ♂️ ♀️ 🦰 🦱 🦳 🦲 ⚕️ 🎓 🏫 ⚖️ 🌾 🍳 🔧 🏭 💼 🔬 💻 🎤 🎨 ✈️ 🚀 🚒 🍼 🎄 ➡️ 🦯 🦼 🦽 🩰 🦺 ⬛ ❄️ 🟩 🟫 💥 🌈 ⚧️ ☠️'.split(
    ' ',
  );
const TURNED = ['♀️', '♂️', '🦯', '🦼', '🦽'].map(tail => `${tail}${JOINER}➡️`);
/** The signs between two people in one emoji. */
const LINKS = ['❤️', `❤️${JOINER}💋`, '🤝', '🐰', '🫯'];
const SUBDIVISIONS = ['gbeng', 'gbsct', 'gbwls'];

function joined(...parts: readonly string[]): string {
  return parts.join(JOINER);
}
function inEachTone(emoji: string): string[] {
  return TONES.map(tone => `${emoji}${tone}`);
}
function tagged(letters: string): string {
  return `🏴${[...letters].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;
}

function* singles(): Generator<string> {
  for (let code = 0x23; code < 0x1fb00; code += 1) {
    const emoji = String.fromCodePoint(code);
    if (!/\p{Emoji}/u.test(emoji)) continue;
    yield emoji;
    yield `${emoji}\ufe0f`;
    if (/\p{Emoji_Modifier_Base}/u.test(emoji)) yield* inEachTone(emoji);
  }
}

function* families(): Generator<string> {
  const people = [...ADULTS, ...CHILDREN];
  for (const first of ADULTS)
    for (const second of people) {
      yield joined(first, second);
      for (const third of people) {
        yield joined(first, second, third);
        for (const fourth of CHILDREN) yield joined(first, second, third, fourth);
      }
    }
}

function* pairs(): Generator<string> {
  const people = ADULTS.flatMap(adult => [adult, ...inEachTone(adult)]);
  for (const first of people) for (const second of people) for (const link of LINKS) yield joined(first, link, second);
  for (const first of inEachTone('🫱')) for (const second of inEachTone('🫲')) yield joined(first, second);
}

/** The joined emoji among many that could be: this table of the engine's is faster than that of all emoji. */
function known(sequences: readonly string[]): string[] {
  return sequences.filter(sequence => /^\p{RGI_Emoji_ZWJ_Sequence}$/v.test(sequence));
}

function* candidates(): Generator<string> {
  for (const emoji of singles()) {
    yield emoji;
    if (/^\p{Extended_Pictographic}/u.test(emoji)) yield* known([...TAILS, ...TURNED].map(tail => joined(emoji, tail)));
  }
  for (const key of '0123456789#*') yield `${key}\ufe0f\u20e3`;
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(0x1f1e6 + at));
  for (const first of letters) for (const second of letters) yield `${first}${second}`;
  for (const letters of SUBDIVISIONS) yield tagged(letters);
  yield* known([...pairs(), ...families()]);
}

/** Every emoji that Unicode recommends, by the engine's tables; then each without variation selectors. */
export function everyEmoji(): string[] {
  const recommended = new Set([...candidates()].filter(emoji => /^\p{RGI_Emoji}$/v.test(emoji)));
  const unstyled = [...recommended].map(emoji => emoji.replaceAll('\ufe0f', ''));
  return [...new Set([...recommended, ...unstyled])];
}
