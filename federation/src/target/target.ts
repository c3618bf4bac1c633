import {
  changePanel,
  historyText,
  listText,
  publishDist,
  type Audience,
  type Outcome,
  type PanelChange,
} from '../publish/release-panel';

/** How a build is published. */
export interface Publishing {
  audience: Audience;
  why?: string | undefined;
  /** Need it not fit the shell before the one of now? An inbox elsewhere sees to that; for a folder the gate has. */
  skipBefore?: boolean;
}

/** Where panels are published: the data folder of an inbox, or an inbox that is reached by its address. */
export interface PublishTarget {
  /** Address of the inbox that shows what is published, without a trailing slash. */
  url: string;
  /** @param dist the folder of the build */
  publish(panel: string, dist: string, how: Publishing): Promise<Outcome>;
  change(panel: string, change: PanelChange, why: string | undefined): Promise<Outcome>;
  /** What is live and what was published, as text. */
  list(panel: string | undefined): Promise<string>;
  history(panel: string | undefined): Promise<string>;
}

/**
 * Publishes into the data folder of an inbox on this machine.
 *
 * @param by who publishes, for the history
 */
export function folderTarget(dataDir: string, { by, url }: { by: string; url: string }): PublishTarget {
  return {
    url,
    publish: (_panel, dist, { audience, why }) => publishDist(dataDir, dist, audience, { by, why }),
    change: (panel, change, why) => changePanel(dataDir, panel, change, { by, why }),
    list: (panel) => listText(dataDir, panel),
    history: (panel) => historyText(dataDir, panel),
  };
}
