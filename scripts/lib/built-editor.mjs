import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** What only draft-js has, also when it is minified. */
const MARK = 'DraftEditor';

/**
 * The built files that hold the rich-text editor, one of each panel that has it, and what they are over the wire (brotli).
 *
 * @returns {{ panel: string, file: string, bytes: number }[]} by panel; none where nothing is built
 */
export function builtEditors() {
  const remotes = join(ROOT, 'remotes');
  return readdirSync(remotes).flatMap((panel) => {
    const dist = join(remotes, panel, 'dist');
    return scriptsIn(dist).flatMap((file) =>
      readFileSync(join(dist, file), 'utf8').includes(MARK)
        ? [{ panel, file, bytes: statSync(join(dist, `${file}.br`)).size }]
        : [],
    );
  });
}

/** @param {string} dist */
function scriptsIn(dist) {
  try {
    return readdirSync(dist).filter((name) => name.endsWith('.js'));
  } catch {
    return [];
  }
}
