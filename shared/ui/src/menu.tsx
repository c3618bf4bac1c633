import { lazy, Suspense } from 'react';
import type { MenuItemOptions, MenuProps } from './overlays/menu-overlay';

export type { MenuItemOptions, MenuProps };

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
