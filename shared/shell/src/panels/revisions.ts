import type { ReadableStore } from '@inbox/panel/store';
import type { OtherBuilds, PanelStore } from './panel-store';

interface RevisionsDeps {
  /** Of the registry, as the server announces it; null until it does. */
  announced: ReadableStore<number | null>;
  /** None of panels that are bundled with the shell. */
  builds: Promise<Pick<OtherBuilds, 'revision'> | undefined>;
  panels: Pick<PanelStore, 'revised'>;
  /** Panels that work have other builds by now. */
  onOthers(): void;
}

/**
 * Follows the revisions of the registry: what has failed recovers by itself, and the agent is told of what is newer.
 * @returns stops it
 */
export function followRevisions({ announced, builds, panels, onOthers }: RevisionsDeps): () => void {
  let seen = -1;
  const follow = async (revision: number) => {
    const known = (await builds)?.revision();
    if (known === undefined || revision <= Math.max(known, seen)) return;
    seen = revision;
    const others = await panels.revised();
    if (others.length > 0) onOthers();
  };
  const look = () => {
    const revision = announced.get();
    if (revision === null) return;
    follow(revision).catch((error: unknown) => console.error('A revision of the registry is missed', error));
  };
  look();
  return announced.subscribe(look);
}
