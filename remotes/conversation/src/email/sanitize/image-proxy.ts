/**
 * Where pictures of other servers are had: an address of the inbox, whole and with a slash at its end, which fetches them.
 * False: they are not allowed.
 */
export type ImageBase = string | false;

const REMOTE_PICTURE = /url\("(https?:[^"]*)"\)/gi;

/** The address by which the inbox fetches a picture. Its server hears of the inbox alone, not of who reads. */
export function proxied(base: string, address: string): string {
  return address.startsWith(base) ? address : `${base}?url=${encodeURIComponent(address)}`;
}

/** Has a style fetch its pictures that way; as browsers write them. */
export function proxyStyle(style: CSSStyleDeclaration, base: string): void {
  for (const property of Array.from(style)) {
    const value = style.getPropertyValue(property);
    if (!value.includes('url("http')) continue;
    const local = value.replaceAll(REMOTE_PICTURE, (_, address: string) => `url("${proxied(base, address)}")`);
    style.setProperty(property, local, style.getPropertyPriority(property));
  }
}
