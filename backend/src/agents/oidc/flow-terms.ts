/** Milliseconds in which a sign-in must come back from the provider. */
export const FLOW_MS = 10 * 60_000;

/** Where a sign-in at the provider begins. */
export const START_PATH = '/main-site/oidc/start';

/** The path to which the provider sends browsers back; it is registered there. */
export const CALLBACK_PATH = '/main-site/oidc/callback';

/** Where browsers come back to after a sign-out at the provider; it is registered there. */
export const SIGNED_OUT_PATH = '/main-site/login';
