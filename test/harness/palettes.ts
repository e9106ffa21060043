/** The colours of a terminal's 16, in the order of their codes, and its possible backgrounds. */
export interface Palette {
  readonly name: string;
  readonly backgrounds: Readonly<Record<string, string>>;
  readonly colours: readonly string[];
}

function palette(name: string, backgrounds: Record<string, string>, colours: string): Palette {
  return {
    name,
    backgrounds,
    colours: colours.split(' '),
  };
}

/** The palettes that terminals come with, or that most people choose. */
export const PALETTES: readonly Palette[] = [
  palette(
    'xterm',
    { black: '000000', white: 'ffffff' },
    '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff',
  ),
  palette(
    'VGA and the Linux console',
    { black: '000000' },
    '000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff',
  ),
  palette(
    'Tango',
    { black: '000000', white: 'ffffff', aubergine: '300a24', slate: '2e3436' },
    '000000 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec',
  ),
  palette(
    'GNOME',
    { dark: '1e1e1e', white: 'ffffff' },
    '171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc 5e5c64 f66151 33da7a e9ad0c 2a7bde c061cb 33c7de ffffff',
  ),
  palette(
    'macOS',
    { black: '000000', white: 'ffffff' },
    '000000 990000 00a600 999900 0000b2 b200b2 00a6b2 bfbfbf 666666 e50000 00d900 e5e500 0000ff e500e5 00e5e5 e5e5e5',
  ),
  palette(
    'Windows',
    { dark: '0c0c0c' },
    '0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2',
  ),
  palette(
    'Solarized',
    { dark: '002b36', light: 'fdf6e3' },
    '073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3',
  ),
  palette(
    'PuTTY',
    { black: '000000' },
    '000000 bb0000 00bb00 bbbb00 0000bb bb00bb 00bbbb bbbbbb 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff',
  ),
];

/** The contrast of two colours (`rrggbb`) by WCAG 2: 1 to 21. */
export function contrast(first: string, second: string): number {
  const [darker, lighter] = [luminance(first), luminance(second)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [0, 2, 4].map(at => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
