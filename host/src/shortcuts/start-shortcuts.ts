import type { Shell } from '../shell';
import { commandsNow } from './commands';
import { isInDialog, isPaletteKey, shortcutKey } from './keys';

/** Keys that may be held down: the others act once. */
const REPEATING = ['j', 'k'];

/** Listens to the page's keys: Ctrl/Cmd+K, and single keys while they are on. Returns how to stop. */
export function startShortcuts(shell: Shell): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    if (isPaletteKey(event)) {
      // Behind a dialog the key is kept from the browser too, whose search field it would open.
      event.preventDefault();
      if (!isInDialog(event)) void shell.overlay.show('palette');
      return;
    }
    const key = shell.singleKeys.on.get() ? shortcutKey(event) : null;
    if (key === null || (event.repeat && !REPEATING.includes(key))) return;
    const command = commandsNow(shell, shell.panelActions()).find((one) => one.key === key);
    if (!command) return;
    event.preventDefault();
    command.run();
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
