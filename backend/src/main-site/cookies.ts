/** The value of a cookie of this name; undefined without one. */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  return cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length);
}

/**
 * A cookie for the sign-in page alone, out of reach of scripts and of other sites.
 * @param maxAge in seconds; 0 takes the cookie away
 * @param secure whether the page came over TLS
 */
export function cookieOf(name: string, value: string, { maxAge, secure }: { maxAge: number; secure: boolean }): string {
  return [
    `${name}=${value}`,
    'Path=/main-site/login',
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}
