import { releaseForPreview, RegistryError, servedRelease } from '@inbox/federation';
import type { FastifyInstance } from 'fastify';
import { WorkError } from '../platform/errors/errors';
import { checkInboxPermission, whoAsks } from '../http/authentication';
import type { HttpDeps } from '../http/deps';
import { messages } from '../http/messages';

/**
 * Published releases that need not be live, for store admins who look at one in their own browser. No call of shared/api:
 * what a release is belongs to the registry, and the shell asks before it has anything to call with.
 */
export function servePanelPreviews(app: FastifyInstance, { published }: Pick<HttpDeps, 'published'>): void {
  app.get<{ Params: { panel: string; version: string } }>(
    '/api/inbox/panels/:panel/releases/:version/',
    async (request) => {
      const who = whoAsks(request);
      checkInboxPermission(who);
      if (!who.agent.is_store_admin) throw new WorkError(403, messages.previewsForAdmins, 'admins_only');
      const { panel, version } = request.params;
      try {
        const release = await releaseForPreview(published.dataDir, panel, version);
        return { success: true, data: { release: servedRelease(release, published.url) } };
      } catch (error) {
        if (error instanceof RegistryError) throw new WorkError(404, error.message, 'no_preview');
        throw error;
      }
    },
  );
}
