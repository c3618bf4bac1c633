import * as z from 'zod/mini';
import { TopicText, VersionText } from './panel-facts';

/** What a build of the shell says of itself lies beside its scripts under this name. */
export const HOST_FACTS_FILE = 'host.json';

/** The shell's files that change their name with their content: `0.dae34082ca.js`. */
export const HASHED = /^[\w.-]+\.[0-9a-f]{10}\.\w+$/;

/**
 * What the shell itself does with a topic of its bus: it sets or emits it, or sends the command (`produces`); it listens or
 * handles the command (`consumes`); both; or it hands it from panel to panel (`carries`).
 */
const HostPart = z.enum(['produces', 'consumes', 'both', 'carries']);
export type HostPart = z.infer<typeof HostPart>;

/** What a release of the shell offers to panels. */
const offer = {
  version: VersionText,
  /** The version of the panel contract. */
  contract: z.string(),
  /** Version of each package that stands once in the page. */
  shared: z.record(z.string(), z.string()),
  /** The topics of its bus as `name@version`; `act.*@1`, `actions.*@1` and `unsent.*@1` stand for those of any panel. */
  topics: z.record(TopicText, HostPart),
};

/** What a build of the shell says of itself in its `host.json`. */
export const HostFacts = z.object({
  ...offer,
  /** The names that each shared module exports, by the request that imports it. */
  exports: z.record(z.string(), z.array(z.string())),
});
export type HostFacts = z.infer<typeof HostFacts>;

/** A release of the shell as the registry records it. */
export const HostRelease = z.object({ ...offer, published_at: z.iso.datetime() });
export type HostRelease = z.infer<typeof HostRelease>;
