import { Fade, ListSubheader, Menu, MenuItem, ThemeProvider } from '@mui/material';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useInboxTheme } from '../theme/theme';
import { showInTopLayer, topLayerReset } from '../controls/top-layer';
import { usePressElsewhere } from './use-press-elsewhere';
import { createMuiTheme } from './mui-theme';

export interface MenuItemOptions {
  key: string | number;
  label: string;
  onSelect(): void;
  icon?: ReactNode;
  disabled?: boolean;
  /** Given: the item is one of a choice, and this says whether it is the chosen one. */
  selected?: boolean;
  danger?: boolean;
}

export interface MenuProps {
  /** The control that opened the menu; it gets the focus back. Null: the menu is closed. */
  anchor: HTMLElement | null;
  /** The accessible name. */
  label: string;
  items: readonly MenuItemOptions[];
  onClose(): void;
  heading?: string;
}

/** The menu itself, in the chunk that is loaded when a menu is first opened. */
export default function MenuOverlay({ anchor, label, items, onClose, heading }: MenuProps) {
  const { theme, overlayRoot } = useInboxTheme();
  const muiTheme = useMemo(() => createMuiTheme(theme), [theme]);
  const paper = useRef<HTMLDivElement>(null);
  // A backdrop would cover the page around an embedded panel, and take the first press on the page's own controls.
  const isEmbedded = overlayRoot?.getRootNode() instanceof ShadowRoot;
  const container = useContainer(overlayRoot, isEmbedded);
  usePressElsewhere(
    paper,
    (path) => {
      if (anchor !== null && path.includes(anchor)) stopClick();
      onClose();
    },
    isEmbedded,
  );
  return (
    <ThemeProvider theme={muiTheme}>
      <Menu
        ref={showInTopLayer}
        sx={isEmbedded ? { ...topLayerReset, pointerEvents: 'none' } : topLayerReset}
        hideBackdrop={isEmbedded}
        open
        anchorEl={anchor}
        container={container}
        onClose={onClose}
        // One that grows has its items elsewhere while it does, and a quick click misses them.
        slots={{ transition: Fade }}
        slotProps={{
          list: { 'aria-label': label, dense: true },
          paper: { ref: paper, sx: { minWidth: 180, maxWidth: 320, mt: 1, pointerEvents: 'auto' } },
        }}
      >
        {heading && <ListSubheader role="presentation">{heading}</ListSubheader>}
        {items.map((item) => (
          <MenuItem
            key={item.key}
            selected={item.selected ?? false}
            disabled={item.disabled ?? false}
            {...(item.selected !== undefined && { role: 'menuitemradio', 'aria-checked': item.selected })}
            sx={item.danger ? { color: 'error.main' } : {}}
            onClick={() => {
              onClose();
              item.onSelect();
            }}
          >
            {item.icon}
            <span dir="auto">{item.label}</span>
          </MenuItem>
        ))}
      </Menu>
    </ThemeProvider>
  );
}

/** Stops the click of the press under way: at a menu's button it would open the menu again. A press that pans has none. */
function stopClick(): void {
  const ended = new AbortController();
  const { signal } = ended;
  document.addEventListener('click', (event) => event.stopPropagation(), { capture: true, once: true, signal });
  document.addEventListener('pointerdown', () => ended.abort(), { capture: true, once: true });
}

/**
 * Returns the element that contains a menu. MUI hides everything else in it from assistive technology, so a menu without a
 * backdrop has an element of its own.
 */
function useContainer(root: HTMLElement | null, isOwn: boolean): HTMLElement | null {
  const [own] = useState(() => (isOwn ? document.createElement('div') : null));
  useLayoutEffect(() => {
    if (own === null) return undefined;
    root?.append(own);
    return () => own.remove();
  }, [own, root]);
  return own ?? root;
}
