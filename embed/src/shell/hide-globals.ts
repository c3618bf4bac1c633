import { containerName, type PanelEntry } from '@inbox/shell/registry';
import { hide } from '../page/hide';

/** Panels hand themselves over, and their lazy parts, by names in the global scope: hides those of one panel. */
export function hideGlobals(name: string, entry: PanelEntry | undefined): void {
  const releases = entry ? [entry, ...(entry.canary ? [entry.canary.release] : [])] : [];
  const container = containerName(name);
  const hashes = releases.map(({ version }) => version.split('-').at(-1) ?? '');
  hide(container, ...hashes.map((hash) => `chunks_${container}_${hash}`));
}
