import type { ReadableStore } from '@inbox/panel/store';
import type { Inspector } from '../inspector/inspector';
import type { Command } from './commands';
import { isInDialog, isInspectorKey, isPaletteKey, shortcutKey } from './keys';
import type { Overlay } from './overlay';

export interface ShortcutDeps {
  overlay: Overlay;
  /** May single keys act? */
  singleKeysOn: ReadableStore<boolean>;
  /** What can be done now; the first command of a key counts. */
  commands(): readonly Command[];
  /** Why the key does nothing now; null for a key that is no shortcut. */
  refusalOf(key: string): string | null;
  onRefused(why: string): void;
  inspector: Pick<Inspector, 'on' | 'toggle'>;
}

/** Listens to the page's keys: Ctrl/Cmd+K, the inspector's once it is turned on, and single keys while they are on. Returns how to stop. */
export function startShortcuts({
  overlay,
  singleKeysOn,
  commands,
  refusalOf,
  onRefused,
  inspector,
}: ShortcutDeps): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    if (isPaletteKey(event)) {
      // Behind a dialog the key is kept from the browser too, whose search field it would open.
      event.preventDefault();
      if (!isInDialog(event)) void overlay.show('palette');
      return;
    }
    if (inspector.on.get() && isInspectorKey(event)) {
      event.preventDefault();
      if (!event.repeat) inspector.toggle();
      return;
    }
    const key = singleKeysOn.get() ? shortcutKey(event) : null;
    if (key === null) return;
    const command = commands().find((one) => one.key === key);
    // Held down, it says so once.
    if (event.repeat && command?.repeats !== true) return;
    const why = command ? null : refusalOf(key);
    if (!command && why === null) return;
    event.preventDefault();
    if (command) command.run();
    else if (why !== null) onRefused(why);
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
