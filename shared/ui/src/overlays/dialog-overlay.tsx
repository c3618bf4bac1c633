import { Dialog, DialogActions, DialogContent, DialogTitle, ThemeProvider } from '@mui/material';
import { useId, useMemo, type ReactNode } from 'react';
import { useInboxTheme } from '../theme/theme';
import { createMuiTheme } from './mui-theme';

export interface DialogProps {
  /** The heading, and the accessible name. */
  title: string;
  /** Escape, and a click beside it. */
  onClose(): void;
  /** Enter in a field, or a button of type submit. */
  onSubmit?(): void;
  /** As wide as a question, when left out; large is for what is written in it. */
  size?: 'large';
  /** The buttons at its foot, the one that does it last. */
  actions?: ReactNode;
  children: ReactNode;
}

const focusFirst = (form: HTMLFormElement | null): void => {
  const chosen = form?.querySelector<HTMLElement>('[data-first-focus]');
  (chosen ?? form?.querySelector<HTMLElement>('input, select, textarea'))?.focus();
};

/** The dialog itself, in the chunk that is loaded when one is first opened. */
export default function DialogOverlay({ title, size, onClose, onSubmit, actions, children }: DialogProps) {
  const { theme, overlayRoot } = useInboxTheme();
  const muiTheme = useMemo(() => createMuiTheme(theme), [theme]);
  const titleId = useId();
  return (
    <ThemeProvider theme={muiTheme}>
      <Dialog
        open
        fullWidth
        maxWidth={size === 'large' ? 'md' : 'xs'}
        container={overlayRoot}
        onClose={onClose}
        aria-labelledby={titleId}
        slotProps={{ paper: { sx: { m: 4, width: 'calc(100% - 32px)', borderRadius: '12px' } } }}
      >
        <form
          ref={focusFirst}
          noValidate
          style={{ display: 'contents' }}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit?.();
          }}
        >
          <DialogTitle id={titleId} sx={{ fontSize: 16, lineHeight: '24px', fontWeight: 600, p: '16px 20px 8px' }}>
            {title}
          </DialogTitle>
          <DialogContent sx={{ p: '0 20px 16px', fontSize: 14, lineHeight: '20px' }}>{children}</DialogContent>
          {actions !== undefined && (
            <DialogActions sx={{ p: '0 20px 16px', gap: '8px', '& > :not(style) ~ :not(style)': { ml: 0 } }}>
              {actions}
            </DialogActions>
          )}
        </form>
      </Dialog>
    </ThemeProvider>
  );
}
