import { startEmbeddingSite, type EmbeddingSite } from './embedding-site';
import { core, expect, test as base } from './test';

/** The test of journeys in pages of another product. */
export const test = base.extend<{ site: EmbeddingSite }>({
  site: async ({ inbox, guard }, provide) => {
    const site = await startEmbeddingSite(inbox);
    // All that these pages ask for is of another origin than the inbox's own pages.
    guard.expects(new RegExp(`^foreign request: (?:${site.url}|${site.unlisted}|${site.inboxUrl})/`));
    await provide(site);
    await site.close();
  },
});

export { core, expect };
