import { createTheme, type Theme } from '@mui/material';
import type { InboxTheme } from '../theme/theme';
import { fontFamily, layer, TOUCH } from '../theme/tokens';

/** The same tokens as MUI wants them. */
export function createMuiTheme({ mode, colors }: InboxTheme): Theme {
  return createTheme({
    spacing: 4,
    shape: { borderRadius: 8 },
    zIndex: { modal: layer.overlay },
    palette: {
      mode,
      primary: { main: colors.accent },
      error: { main: colors.bad },
      warning: { main: colors.warning },
      success: { main: colors.good },
      background: { default: colors.page, paper: colors.surface },
      text: { primary: colors.text, secondary: colors.text2, disabled: colors.text3 },
      divider: colors.line,
    },
    typography: {
      fontFamily,
      fontSize: 14,
      body1: { fontSize: 14, lineHeight: '20px' },
      // In pixels like all else, also in another product's page, whose html may have another size.
      htmlFontSize: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiPaper: {
        styleOverrides: {
          root: {
            backgroundImage: 'none',
            border: `1px solid ${colors.line}`,
            boxShadow: '0 8px 24px rgb(0 0 0 / 0.18)',
          },
        },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            minHeight: 32,
            gap: 8,
            paddingBlock: 4,
            whiteSpace: 'normal',
            fontSize: 14,
            [TOUCH]: { minHeight: 44 },
          },
        },
      },
      MuiListSubheader: { styleOverrides: { root: { background: 'transparent', lineHeight: '28px', fontSize: 12 } } },
    },
    // None where the device's settings ask for none: what closes is gone, and in the way of no click.
    motion: { reducedMotion: 'system' },
    transitions: { duration: { enteringScreen: 140, leavingScreen: 120 } },
  });
}
