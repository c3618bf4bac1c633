import { describe, expect, it } from '@jest/globals';
import { avatarColors, colorTokens, variableOf, type ColorToken, type ThemeMode } from './tokens';

/** Relative luminance by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const modes: ThemeMode[] = ['light', 'dark'];
const surfaces: ColorToken[] = ['page', 'surface', 'surface2', 'accentSurface'];
const texts: ColorToken[] = ['text', 'text2', 'text3', 'accent', 'good', 'warning', 'bad'];
const ownSurfaces: [ColorToken, ColorToken][] = [
  ['good', 'goodSurface'],
  ['warning', 'warningSurface'],
  ['bad', 'badSurface'],
  ['onFill', 'fill'],
  ['onFill', 'fillHover'],
  ['surface', 'text'],
];
const pairs = [...texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)), ...ownSurfaces];

describe.each(modes)('in the %s mode', (mode) => {
  it.each(pairs)('%s on %s reaches 4.5:1', (text, surface) => {
    expect(contrast(colorTokens[mode][text], colorTokens[mode][surface])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(surfaces)('the focus ring stands out from %s by 3:1', (surface) => {
    expect(contrast(colorTokens[mode].accent, colorTokens[mode][surface])).toBeGreaterThanOrEqual(3);
  });
});

it.each(avatarColors)('white initials on %s reach 4.5:1', (background) => {
  expect(contrast('#FFFFFF', background)).toBeGreaterThanOrEqual(4.5);
});

it.each([
  ['accent', '--inbox-accent'],
  ['accentSurface', '--inbox-accent-surface'],
  ['text2', '--inbox-text-2'],
] as const)('the token %s travels as %s', (token, variable) => {
  expect(variableOf(token)).toBe(variable);
});

it('has the primary colour of the specification (section 9)', () => {
  expect(colorTokens.light.accent).toBe('#0C477D');
  expect(colorTokens.light.fill).toBe('#0C477D');
});
