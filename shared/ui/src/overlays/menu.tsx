import type { MenuItemOptions, MenuProps } from './menu-overlay';
import { lazyPart } from '../states/lazy-part';

export type { MenuItemOptions, MenuProps };

const MenuOverlay = lazyPart(() => import('./menu-overlay'));

/** A menu beside its control. MUI's menu is loaded when one is first opened. */
export function Menu(props: MenuProps) {
  if (!props.anchor) return null;
  return <MenuOverlay {...props} />;
}

/** Loads the menu's code ahead, for a control that is pointed at. */
export function preloadMenu(): void {
  MenuOverlay.preload();
}
