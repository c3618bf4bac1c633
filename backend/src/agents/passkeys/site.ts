import { currentOrigin } from '../../platform/origin';

/** Where a passkey signs in, as WebAuthn has it. */
export interface Site {
  /** The host; a passkey is good for it alone. */
  id: string;
  /** Scheme, host and port, as the browser says where it was asked to sign. */
  origin: string;
}

/**
 * The inbox as the browser under way has it. A page of another name cannot use it: its browser signs for that name, with
 * the keys of that name.
 */
export function currentSite(): Site {
  const site = currentOrigin()?.site;
  if (site === undefined) throw new Error('A passkey was asked for outside of a request.');
  const { hostname: id, origin } = new URL(site);
  return { id, origin };
}
