/** The block of the built page that the shell reads its configuration from. */
const CONFIG_BLOCK = /<script type="application\/json" id="inbox-config">[^<]*<\/script>/;

/** The stand-in that this server brings along. */
const STAND_IN = '/main-site';

/** Names that only one's own machine or network knows: there is no main site for them. */
const OWN_MACHINE = /^(?:localhost|[^.]+|[\d.]+|\[.*\]|.*\.(?:localhost|local|internal|test))$/i;

/**
 * Where agents sign in: as set; on a machine of one's own the stand-in; null leaves it to the shell, which chooses by
 * hostname (spec section 2).
 */
export function mainSiteFor(set: string | undefined, hostname: string): string | null {
  if (set !== undefined) return set.replace(/\/+$/, '');
  return OWN_MACHINE.test(hostname) ? STAND_IN : null;
}

/** The page with its configuration, and with the nonce that its styles carry. */
export function configBlock(html: string, mainSite: string | null, nonce: string): string {
  if (!CONFIG_BLOCK.test(html)) throw new Error('The built page has no configuration block.');
  const config = JSON.stringify(mainSite === null ? {} : { mainSite }).replaceAll('<', '\\u003c');
  return html.replace(
    CONFIG_BLOCK,
    () => `<script type="application/json" id="inbox-config" nonce="${nonce}">${config}</script>`,
  );
}

/** Names of the very machine that the browser runs on. */
const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])$/i;

/**
 * What the shell's page may load and do. On a developer's own machine also a panel from its dev server there, with the
 * socket that tells of its rebuilds.
 */
export function pagePolicy(nonce: string, mainSite: string | null, hostname: string): string {
  const main =
    mainSite === null ? "'self' https:" : mainSite.startsWith('/') ? "'self'" : `'self' ${originOf(mainSite)}`;
  const isOwn = THIS_MACHINE.test(hostname);
  const script = isOwn ? "'self' http://localhost:*" : "'self'";
  const connect = isOwn ? `${main} http://localhost:* ws://localhost:*` : main;
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Customers' mail is laid out by style attributes; they carry no script, and load nothing but the images below.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src ${connect}`,
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

const originOf = (address: string): string => new URL(address).origin;
