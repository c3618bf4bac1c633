import { css, Global } from '@emotion/react';
import { createContext, useContext, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { styled } from './styled';
import { color, colorTokens, fontFamily, variableOf, type Colors, type ColorToken, type ThemeMode } from './tokens';

export interface InboxTheme {
  mode: ThemeMode;
  colors: Colors;
}

/** The theme of a mode; `overrides` replaces single tokens by name, names that are no token are passed over. */
export function createInboxTheme(mode: ThemeMode, overrides: Readonly<Record<string, string>> = {}): InboxTheme {
  const colors: Colors = { ...colorTokens[mode] };
  for (const token of Object.keys(colors) as ColorToken[]) colors[token] = overrides[token] ?? colors[token];
  return { mode, colors };
}

interface ThemeContextValue {
  theme: InboxTheme;
  /** Where overlays are put: inside the themed root, so that a shadow root and an unmount take them along. */
  overlayRoot: HTMLElement | null;
}

const ThemeContext = createContext<ThemeContextValue>({ theme: createInboxTheme('light'), overlayRoot: null });

export const useInboxTheme = (): ThemeContextValue => useContext(ThemeContext);

const Root = styled.div`
  font: 400 14px/20px ${fontFamily};
  font-variant-numeric: tabular-nums;
  color: ${color.text};
  text-align: start;
  -webkit-font-smoothing: antialiased;
  block-size: 100%;
  min-inline-size: 0;
  display: flex;
  flex-direction: column;
`;

/** What browsers bring along is set back inside a themed root. All in :where, so that any style of a piece outweighs it. */
const baseStyles = css`
  :where([data-inbox-root]),
  :where([data-inbox-root] *),
  :where([data-inbox-root] *)::before,
  :where([data-inbox-root] *)::after {
    box-sizing: border-box;
  }
  :where([data-inbox-root] :is(h1, h2, h3, h4, p, ul, ol, dl, dd, figure)) {
    margin: 0;
    padding: 0;
  }
  :where([data-inbox-root] :is(h1, h2, h3, h4)) {
    font-size: inherit;
    line-height: inherit;
    font-weight: 600;
  }
  :where([data-inbox-root] :is(ul, ol)) {
    list-style: none;
  }
  :where([data-inbox-root] :is(button, input, textarea, select)) {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  :where([data-inbox-root] a) {
    color: ${color.accent};
  }
  :where([data-inbox-root] svg) {
    flex: none;
  }
  :where([data-inbox-root] *) {
    scrollbar-width: thin;
    scrollbar-color: ${color.lineStrong} transparent;
  }
  :where([data-inbox-root] :focus-visible) {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
  @media (prefers-reduced-motion: reduce) {
    [data-inbox-root] *,
    [data-inbox-root] *::before,
    [data-inbox-root] *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      /* Not a short one: elements without any would change all that they have by it, a frame late, and be clicked where they were. */
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
`;

export interface ThemeRootProps {
  theme: InboxTheme;
  children: ReactNode;
  className?: string;
  style?: CSSProperties;
  [data: `data-${string}`]: string | undefined;
}

/** The root of everything themed: a block that fills its place and gives the tokens as CSS variables to what is in it. */
export function ThemeRoot({ theme, children, style, ...rest }: ThemeRootProps) {
  const [overlayRoot, setOverlayRoot] = useState<HTMLElement | null>(null);
  const value = useMemo(() => ({ theme, overlayRoot }), [theme, overlayRoot]);
  const variables = useMemo(
    () => Object.fromEntries(Object.entries(theme.colors).map(([token, of]) => [variableOf(token as ColorToken), of])),
    [theme],
  );
  return (
    <Root ref={setOverlayRoot} data-inbox-root="" style={{ colorScheme: theme.mode, ...variables, ...style }} {...rest}>
      <Global styles={baseStyles} />
      <ThemeContext value={value}>{children}</ThemeContext>
    </Root>
  );
}
