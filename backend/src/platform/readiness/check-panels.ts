import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegistry, releasesWithoutFiles, type Registry } from '@inbox/federation';
import { NotReady, type Check } from './readiness';

/**
 * Makes the check that pages can have their panels: the registry names some, and the files of each release that agents have
 * are there. For a damaged registry, its last good revision is checked, as pages use that one.
 * @param dataDir the folder of the registry and the published panels
 * @param ownFiles whether the inbox itself serves the panels' files
 */
export function panelsCheck(dataDir: string, ownFiles: boolean): Check {
  // A damaged registry is reported each time that it is read, so it is read again only when it has changed.
  let known: { of: string; registry: Registry } | undefined;
  async function read(): Promise<Registry> {
    const state = await stat(join(dataDir, 'registry.json')).catch(() => null);
    const of = JSON.stringify(state && [state.mtimeMs, state.size, state.ino]);
    if (known?.of === of) return known.registry;
    const registry = await readRegistry(dataDir);
    // An empty one may come back as a revision of its history, without a change of this file.
    known = isEmpty(registry) ? undefined : { of, registry };
    return registry;
  }
  return async () => {
    const registry = await read();
    if (isEmpty(registry)) throw new NotReady('The registry has no panels.');
    const gone = ownFiles ? await releasesWithoutFiles(dataDir, registry) : [];
    if (gone.length > 0) throw new NotReady(`Files of these panels are missing: ${gone.join(', ')}.`);
  };
}

const isEmpty = ({ panels }: Registry): boolean => Object.keys(panels).length === 0;
