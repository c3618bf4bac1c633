import { Dialog, ThemeProvider } from '@mui/material';
import { useId, useMemo } from 'react';
import type { DialogProps } from '../dialog';
import { useInboxTheme } from '../theme';
import { createMuiTheme } from './mui-theme';

/** The dialog itself, in the chunk that is loaded when a dialog is first opened. */
export default function DialogOverlay({ title, children, actions, onClose }: DialogProps) {
  const { theme, overlayRoot } = useInboxTheme();
  const muiTheme = useMemo(() => createMuiTheme(theme), [theme]);
  const titleId = useId();
  return (
    <ThemeProvider theme={muiTheme}>
      <Dialog
        open
        onClose={onClose}
        container={overlayRoot}
        aria-labelledby={titleId}
        fullWidth
        maxWidth="xs"
        slotProps={{ paper: { sx: { p: 4, gap: 3 } } }}
      >
        <h2 id={titleId}>{title}</h2>
        <div>{children}</div>
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, flexWrap: 'wrap' }}>{actions}</div>
      </Dialog>
    </ThemeProvider>
  );
}
