import { PanelFacts, Release } from '@inbox/federation/registry';
import * as z from 'zod/mini';
import type { CatalogPanel } from '@inbox/shell/panels';
import { ownBuildsMessages } from './own-builds-messages';
import type { PanelOverrides } from './overrides';

/** What this tab shows in place of what the registry has for its agent. */
export interface OwnBuilds {
  /** Origins of a developer's own builds, by panel. */
  origins: Readonly<Record<string, string>>;
  /** Published releases that are previewed, by panel. */
  releases: Readonly<Record<string, Release>>;
  /** Why a preview that was asked for is not shown, each in words for the agent. */
  refused: readonly string[];
}

const Answer = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: z.object({ release: Release }) }),
  z.object({ success: z.literal(false), error: z.object({ message: z.string() }) }),
]);

/** Milliseconds that the server may take: the page waits for it behind skeletons. */
const ANSWER_WITHIN_MS = 9_500;

/**
 * Asks the inbox for the releases that are to be previewed, with the hashes that they were published with. Never rejects:
 * what cannot be shown is said, and the live panel is shown.
 *
 * @param token the value of the Authorization header
 */
export async function findOwnBuilds(
  { origins, versions }: PanelOverrides,
  { apiBaseUrl, token }: { apiBaseUrl: string; token: string },
): Promise<OwnBuilds> {
  const asked = Object.entries(versions).map(async ([name, version]) => {
    try {
      const response = await fetch(`${apiBaseUrl}/api/inbox/panels/${name}/releases/${version}/`, {
        headers: { authorization: token },
        cache: 'no-store',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const answer = z.parse(Answer, await response.json());
      return answer.success ? answer.data.release : answer.error.message;
    } catch (error) {
      console.warn(`${name} ${version} cannot be previewed`, error);
      return ownBuildsMessages.previewUnanswered(`${name} ${version}`);
    }
  });
  const found = await Promise.all(asked);
  return {
    origins,
    releases: Object.fromEntries(found.flatMap((one) => (typeof one === 'string' ? [] : [[one.name, one]]))),
    refused: found.filter((one) => typeof one === 'string'),
  };
}

/** Where one's own builds are placed: a developer's describe themselves in the `panel.json` of their server. */
export async function describeOwnBuilds({
  origins,
  releases,
}: Pick<OwnBuilds, 'origins' | 'releases'>): Promise<readonly CatalogPanel[]> {
  const developed = Object.entries(origins).map(async ([name, origin]): Promise<CatalogPanel[]> => {
    try {
      const response = await fetch(new URL('/panel.json', origin));
      const { description } = z.parse(PanelFacts, await response.json());
      return description ? [{ name, description, enabled: true }] : [];
    } catch (error) {
      // The published description does as well; the panel itself says what is wrong when it cannot be loaded.
      console.warn(`${name} at ${origin} does not describe itself`, error);
      return [];
    }
  });
  const previewed = Object.values(releases).flatMap(({ name, description }): CatalogPanel[] =>
    description && !(name in origins) ? [{ name, description, enabled: true }] : [],
  );
  return [...(await Promise.all(developed)).flat(), ...previewed];
}
