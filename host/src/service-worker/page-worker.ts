import { SERVICE_WORKER_CACHES, SERVICE_WORKER_PATH } from '@inbox/federation/registry';
import { whenIdle } from '@inbox/panel/when-idle';
import { WORKER_SCOPE, type WorkerRequest } from './requests';

interface PageWorkerDeps {
  /** May this browser have the service worker now? The operator, or the agent, may have said no. */
  isAllowed(): boolean;
  agentId: string;
  /** Version of the shell that this page runs; undefined of one that was not built as a release. */
  hostVersion: string | undefined;
  /** Calls it at each further revision of the registry that is announced. @returns stops it */
  onRevision(listener: () => void): () => void;
}

/**
 * Has the service worker, and has it store the release that this page has painted with: now, and again when the registry
 * has another revision. Where none is allowed, one of before is taken away. A browser that refuses is left alone: the
 * inbox works as without it.
 *
 * @returns stops it
 */
export function startPageWorker({ isAllowed, agentId, hostVersion, onRevision }: PageWorkerDeps): () => void {
  let isStopped = false;
  if (!('serviceWorker' in navigator) || hostVersion === undefined) return () => {};

  async function store(): Promise<void> {
    try {
      if (!isAllowed()) return await removeWorker();
      const registration = await navigator.serviceWorker.register(SERVICE_WORKER_PATH, {
        scope: WORKER_SCOPE,
        updateViaCache: 'none',
      });
      const worker = registration.active ?? registration.waiting ?? registration.installing;
      const request: WorkerRequest = { kind: 'store', agentId, hostVersion: hostVersion ?? '' };
      // One that is installing takes it once it runs.
      if (!isStopped && isAllowed()) worker?.postMessage(request);
    } catch {
      // A private window, a closed storage, a script that cannot be had: then there is no worker.
    }
  }

  const forget = () => void removeWorker();
  // From the menu of the status; the shell begins without this code.
  addEventListener('inbox-forget', forget);
  const callOff = whenIdle(() => void store());
  const stop = onRevision(() => void store());
  return () => {
    isStopped = true;
    removeEventListener('inbox-forget', forget);
    callOff();
    stop();
  };
}

/** Takes the service worker away from this browser, with all that it has stored; never rejects. */
export async function removeWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(WORKER_SCOPE);
    const request: WorkerRequest = { kind: 'forget' };
    registration?.active?.postMessage(request);
    await registration?.unregister();
    const names = (await caches.keys()).filter((name) => name.startsWith(SERVICE_WORKER_CACHES));
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Where the browser refuses there is none.
  }
}
