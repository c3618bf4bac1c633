import type { ReadableStore } from '@inbox/panel/store';
import type { Command } from './commands';
import { isInDialog, isPaletteKey, shortcutKey } from './keys';
import type { Overlay } from './overlay';

export interface ShortcutDeps {
  overlay: Overlay;
  /** May single keys act? */
  singleKeysOn: ReadableStore<boolean>;
  /** What can be done now; the first command of a key counts. */
  commands(): readonly Command[];
}

/** Listens to the page's keys: Ctrl/Cmd+K, and single keys while they are on. Returns how to stop. */
export function startShortcuts({ overlay, singleKeysOn, commands }: ShortcutDeps): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    if (isPaletteKey(event)) {
      // Behind a dialog the key is kept from the browser too, whose search field it would open.
      event.preventDefault();
      if (!isInDialog(event)) void overlay.show('palette');
      return;
    }
    const key = singleKeysOn.get() ? shortcutKey(event) : null;
    if (key === null) return;
    const command = commands().find((one) => one.key === key);
    if (!command || (event.repeat && command.repeats !== true)) return;
    event.preventDefault();
    command.run();
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
