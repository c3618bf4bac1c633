export type ThemeMode = 'light' | 'dark';

/**
 * The colours, by what they are for. `…Surface` lies under the text of its name. Where the intended shade did not reach
 * 4.5:1 on every surface it may stand on (light `text3`, `good`), the nearest one that does is taken.
 */
export const colorTokens = {
  light: {
    accent: '#0C477D',
    accentSurface: '#E7EFF7',
    page: '#F4F6F8',
    surface: '#FFFFFF',
    surface2: '#F8FAFB',
    line: '#E3E8ED',
    text: '#17212B',
    text2: '#52606D',
    text3: '#606C79',
    good: '#187544',
    goodSurface: '#E4F4EB',
    warning: '#955800',
    warningSurface: '#FFF3DC',
    bad: '#B3261E',
    badSurface: '#FCEBEA',
    /** Own bubbles, main buttons and counts. */
    fill: '#0C477D',
    fillHover: '#0A3B68',
    onFill: '#FFFFFF',
    /** Borders of inputs and buttons: 3:1 is not asked of them, as text or icon says what they are. */
    lineStrong: '#CBD3DB',
  },
  dark: {
    accent: '#7FB4E6',
    accentSurface: '#16293B',
    page: '#0D1319',
    surface: '#131B23',
    surface2: '#17212B',
    line: '#25313D',
    text: '#E8EEF3',
    text2: '#A9B6C2',
    text3: '#8795A2',
    good: '#6CCB98',
    goodSurface: '#12291D',
    warning: '#E9B45C',
    warningSurface: '#2C2210',
    bad: '#F2958E',
    badSurface: '#331917',
    fill: '#134E84',
    fillHover: '#195B98',
    onFill: '#FFFFFF',
    lineStrong: '#34424F',
  },
} as const satisfies Record<ThemeMode, Record<string, string>>;

export type ColorToken = keyof (typeof colorTokens)['light'];
export type Colors = Record<ColorToken, string>;

const kebab = (name: string) => name.replace(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`);

/** The CSS variable that carries a token under a theme root, `--inbox-accent-surface`. */
export const variableOf = (token: ColorToken): `--inbox-${string}` => `--inbox-${kebab(token)}`;

const tokenNames = Object.keys(colorTokens.light) as ColorToken[];

/** What styles are written with: `color.accent` is `var(--inbox-accent)`. Modes and brands change without new styles. */
export const color = Object.fromEntries(tokenNames.map((token) => [token, `var(${variableOf(token)})`])) as Colors;

/** System fonts, with those that carry the scripts of India on each platform. */
export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Nirmala UI', 'Noto Sans Devanagari', " +
  "'Noto Sans Bengali', 'Noto Sans Tamil', 'Noto Sans Telugu', 'Noto Sans Malayalam', 'Noto Sans Kannada', " +
  "'Noto Sans Gujarati', 'Noto Sans Gurmukhi', 'Kohinoor Devanagari', sans-serif";

/** White text reaches 4.5:1 on each of them. */
export const avatarColors = [
  '#2F7D6B',
  '#B4553A',
  '#5C6BB5',
  '#8A6A1F',
  '#3A78A0',
  '#7D5AA8',
  '#A8487A',
  '#4C7A34',
] as const;

/**
 * Windows as low as a laptop's at 200 % zoom, or a phone on its side: bars give way to what is read. The lower one is a
 * laptop's at 400 %, the 320 × 256 px of WCAG 1.4.10.
 */
export const LOW_WINDOW = '@media (max-height: 480px)';
export const LOWEST_WINDOW = '@media (max-height: 320px)';

/** Where a finger points: what it presses is 44 px high and wide, itself or by the room around it. */
export const TOUCH = '@media (pointer: coarse)';

/** Where it matters that two pieces lie above each other. */
export const layer = { sticky: 10, floating: 20, drawer: 1000, overlay: 1200, toast: 1400 } as const;
