import { useShell } from '../shell-context';
import { useStore } from '../use-store';

/** Where the shell's dialogs are drawn. */
export const OverlayPlace = () => useStore(useShell().overlay.shown);
