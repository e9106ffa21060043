/** The classes of UAX #29, table 2: the first whose pattern a character fits. */
const CLASSES = {
  control: /^[\p{Cc}\p{Zl}\p{Zp}\u200b]$/u,
  joiner: /^\u200d$/,
  extend: /^[\p{Mn}\p{Me}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]$/u,
  spacing: /^[\p{Mc}\u0e33\u0eb3]$/u,
  prepend: /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e]$/,
  flag: /^\p{Regional_Indicator}$/u,
  leading: /^[\u1100-\u115f\ua960-\ua97c]$/,
  vowel: /^[\u1160-\u11a7\ud7b0-\ud7c6]$/,
  trailing: /^[\u11a8-\u11ff\ud7cb-\ud7fb]$/,
  pictograph: /^\p{Extended_Pictographic}$/u,
} as const;
type Class = keyof typeof CLASSES | 'open' | 'closed' | 'other';

function classOf(character: string): Class {
  if (character >= '\uac00' && character <= '\ud7a3')
    return (character.charCodeAt(0) - 0xac00) % 28 === 0 ? 'open' : 'closed';
  const found = Object.entries(CLASSES).find(([, pattern]) => pattern.test(character));
  return (found?.[0] as Class | undefined) ?? 'other';
}

/** The classes that continue a Hangul syllable: rules GB6 to GB8. */
const SYLLABLES: Partial<Record<Class, readonly Class[]>> = {
  leading: ['leading', 'vowel', 'open', 'closed'],
  vowel: ['vowel', 'trailing'],
  open: ['vowel', 'trailing'],
  trailing: ['trailing'],
  closed: ['trailing'],
};

/** Whether `next` continues the cluster that ends with these characters: rules GB3 to GB13. */
function goesOn(cluster: readonly string[], next: string): boolean {
  const [before, after] = [classOf(cluster.at(-1)!), classOf(next)];
  if (before === 'control' || after === 'control') return cluster.at(-1) === '\r' && next === '\n';
  if (after === 'extend' || after === 'joiner' || after === 'spacing' || before === 'prepend') return true;
  if (SYLLABLES[before]?.includes(after)) return true;
  const classes = cluster.map(classOf).join(' ');
  if (after === 'flag') return before === 'flag' && !classes.endsWith('flag flag');
  return after === 'pictograph' && /pictograph(?: extend)* joiner$/.test(classes);
}

/** Cuts text into clusters by the rules of UAX #29, except the rule for Indic conjuncts (GB9c). */
export function clustersByRule(text: string): string[] {
  const clusters: string[][] = [];
  for (const character of text) {
    const last = clusters.at(-1);
    if (last && goesOn(last, character)) last.push(character);
    else clusters.push([character]);
  }
  return clusters.map(cluster => cluster.join(''));
}
