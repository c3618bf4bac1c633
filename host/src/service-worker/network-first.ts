import { isUnreachable } from './routes';

/** Milliseconds that the network has before what is stored is shown, if anything is. */
export const NETWORK_WITHIN_MS = 2_000;

/**
 * The network's answer, or what is stored where the network has none in time. With nothing stored it is waited for, and
 * fails, as it would without a service worker.
 *
 * @param network the request, which has begun
 * @param findStored null when nothing is; what it throws counts as that
 */
export async function networkFirst(
  network: Promise<Response>,
  findStored: () => Promise<Response | null>,
): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, NETWORK_WITHIN_MS, null)));
  const answered = network.then(
    (answer) => (isUnreachable(answer) ? null : answer),
    () => null,
  );
  const inTime = await Promise.race([answered, late]);
  clearTimeout(timer);
  return inTime ?? (await findStored().catch(() => null)) ?? network;
}

/** What is stored, or the network's answer: for pages that have come out of the storage, since the network did not answer. */
export const storedFirst = async (
  askNetwork: () => Promise<Response>,
  findStored: () => Promise<Response | null>,
): Promise<Response> => (await findStored().catch(() => null)) ?? askNetwork();
