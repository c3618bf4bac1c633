import { PanelDescription } from '@inbox/panel/description';
import * as z from 'zod/mini';

/** Characters of the content hash in a panel's version. */
export const HASH_LENGTH = 10;

/** What a build says of itself lies beside its scripts under this name. */
export const PANEL_FACTS_FILE = 'panel.json';

/** Under this name the shell is in the history, and speaks on the bus; no panel may have it. */
export const HOST_NAME = 'host';

export const PanelNameText = z.string().check(z.regex(/^(?!host$)[a-z][a-z0-9-]{1,40}$/, 'not a panel name'));
export const VersionText = z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/, 'not a version'));
export const TopicText = z.string().check(z.regex(/^[a-zA-Z0-9.*_-]+@\d+$/, 'a topic is written name@version'));

/** What a build says of itself in its `panel.json`, and what publishing copies to the registry. */
export const PanelFacts = z.object({
  name: PanelNameText,
  version: VersionText,
  /** The version of the contract it was built for. */
  contract: z.string(),
  consumes: z.array(TopicText),
  produces: z.array(TopicText),
  /** What the shell needs to place it. Releases of before panels described themselves have none, and are not placed. */
  description: z.optional(PanelDescription),
  /** Range of versions of each shared package that it was built for; releases of before this was recorded have none. */
  shared: z.optional(z.record(z.string(), z.string())),
});
export type PanelFacts = z.infer<typeof PanelFacts>;

/** The rest of `panel.json`, which stays with the files: the registry would grow by it. */
export const PanelUses = z.object({
  /** The names that it imports from each shared module, by the request that imports it. */
  uses: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type PanelUses = z.infer<typeof PanelUses>;

/** The part of a panel's package.json that federation reads; `inbox` is what the panel tells of itself. */
export const PanelPackage = z.object({
  name: z.string(),
  version: VersionText,
  inbox: z.object({
    panel: PanelNameText,
    consumes: z.array(TopicText),
    produces: z.array(TopicText),
    /** Where it is served from source. */
    devPort: z.optional(z.int()),
    /** KB (1,024 bytes), brotli, that the scripts which show it may have together. */
    budgetKb: z.optional(z.int().check(z.gte(1))),
    description: PanelDescription,
  }),
});
export type PanelPackage = z.infer<typeof PanelPackage>;

/** The global under which a panel's entry script puts its container: panel names may hold a hyphen, globals may not. */
export const containerName = (panel: string) => `inbox_${panel.replaceAll('-', '_')}`;
