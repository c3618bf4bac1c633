import { lazy, Suspense, type ReactNode } from 'react';

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

const loadMenu = () => import('./overlays/menu-overlay');
const MenuOverlay = lazy(loadMenu);

/** A menu beside its control. MUI's menu is loaded when one is first opened. */
export function Menu(props: MenuProps) {
  if (!props.anchor) return null;
  return (
    <Suspense fallback={null}>
      <MenuOverlay {...props} />
    </Suspense>
  );
}

/** Loads the menu's code ahead, for a control that is pointed at. */
export function preloadMenu(): void {
  void loadMenu().catch(() => undefined);
}
