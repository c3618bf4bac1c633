import * as z from 'zod/mini';

/** Characters of the content hash in a panel's version. */
export const HASH_LENGTH = 10;

export const PanelNameText = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,40}$/, 'not a panel name'));
export const VersionText = z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/, 'not a version'));
export const TopicText = z.string().check(z.regex(/^[a-zA-Z.*-]+@\d+$/, 'a topic is written name@version'));

/** What a build says of itself in its `panel.json`, and what publishing copies to the registry. */
export const PanelFacts = z.object({
  name: PanelNameText,
  version: VersionText,
  /** The version of the mount door it was built for. */
  contract: z.string(),
  consumes: z.array(TopicText),
  produces: z.array(TopicText),
});
export type PanelFacts = z.infer<typeof PanelFacts>;

/** The part of a panel's package.json that federation reads; `inbox` is what the panel tells of itself. */
export const PanelPackage = z.object({
  name: z.string(),
  version: VersionText,
  inbox: z.object({ panel: PanelNameText, consumes: z.array(TopicText), produces: z.array(TopicText) }),
});
export type PanelPackage = z.infer<typeof PanelPackage>;

/** The global under which a panel's entry script puts its container: panel names may hold a hyphen, globals may not. */
export const containerName = (panel: string) => `inbox_${panel.replaceAll('-', '_')}`;
