/** The same request in scripts that terminals measure in different ways, with marks, conjuncts and wide signs. */
const SENTENCES: readonly string[] = [
  'The lantern’s glass broke; “naïve” packing, 30 € lost – please replace it…',
  'انكسر زجاجُ الفانوسِ في الطريقِ. الرجاءُ إرسالُ زجاجٍ آخرَ، أو رَدُّ الثمنِ كاملًا.',
  '灯笼的玻璃在路上碎了。请再寄一块，或者退回全部货款（三十欧元）。',
  'ランタンのガラスが配送中に割れました。代わりの品を送るか、ﾍﾝｷﾝしてください。「急ぎ」です。',
  '배송 중에 등불의 유리가 깨졌습니다. 새 유리를 보내 주시거나 값을 돌려주십시오.',
  'रास्ते में लालटेन का शीशा टूट गया। कृपया दूसरा भेजें या पूरा मूल्य लौटाएँ, क्षति स्पष्ट है। श्रीमान् जी, ट्रक्क से स्त्री तक।',
  'กระจกโคมไฟแตกระหว่างทาง กรุณาส่งอันใหม่ หรือคืนเงินทั้งหมด น้ำท่วมที่นี่ และทำไม่ได้แล้ว',
];

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
}
function combine(firsts: readonly string[], seconds: readonly string[]): string[] {
  return firsts.flatMap(first => seconds.map(second => `${first}${second}`));
}

const DEVANAGARI = { consonants: range(0x915, 0x939), vowels: ['', ...range(0x93e, 0x94c), '\u0902', '\u0903'] };
const THAI = {
  consonants: range(0xe01, 0xe2e),
  vowels: ['', ...range(0xe34, 0xe3a)],
  tones: ['', ...range(0xe48, 0xe4c)],
};
const ARABIC = { letters: [...range(0x621, 0x63a), ...range(0x641, 0x64a)], marks: ['', ...range(0x64b, 0x652)] };

/** Clusters of these scripts, separated by blanks: conjuncts with vowels, stacked tones, vowel points. */
const CLUSTERS: readonly string[] = [
  ...combine(DEVANAGARI.consonants, DEVANAGARI.vowels),
  ...combine(combine(DEVANAGARI.consonants, ['\u094d']), DEVANAGARI.consonants),
  ...combine(combine(['क', 'स'], ['\u094dत\u094d', '\u094dट\u094d']), combine(['र', 'य'], DEVANAGARI.vowels)),
  ...combine(combine(THAI.consonants, THAI.vowels), THAI.tones),
  ...combine(combine(THAI.consonants, THAI.tones), ['\u0e33']),
  ...combine(combine(ARABIC.letters, ['', '\u0651']), ARABIC.marks),
  ...combine(range(0x304b, 0x3062), ['', '\u3099', '\u309a']),
  ...range(0xac00, 0xd7a3),
  ...range(0x4e00, 0x51ff),
  ...range(0x3041, 0x3096),
  ...range(0x30a0, 0x30ff),
  ...range(0xff61, 0xff9f),
];

/** Text in many scripts: sentences, and a cluster of each kind. */
export const SCRIPTS: readonly string[] = [...SENTENCES, ...CLUSTERS];
