import { LIVE_PATH } from '@inbox/api';

/**
 * The address of the live connection of an inbox.
 *
 * @param baseUrl origin of the inbox, without a trailing slash; '' is the page's own
 */
export function liveAddress(baseUrl: string): string {
  const url = new URL(`${baseUrl}${LIVE_PATH}`, location.origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
