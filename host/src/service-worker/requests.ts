import * as z from 'zod/mini';

/** What pages ask of the service worker. The page and the worker may be of different releases. */
export const WorkerRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('store'),
    /** Decides on canaries; it is not stored. */
    agentId: z.string(),
    /** Version of the shell with which this page has had its first paint. */
    hostVersion: z.string(),
  }),
  z.object({ kind: z.literal('forget') }),
]);
export type WorkerRequest = z.infer<typeof WorkerRequest>;

/** The worker is registered for addresses that begin so: it never has the sign-in, its token, or a page of another product. */
export const WORKER_SCOPE = '/inbox';
