/** The value of a cookie that the browser has sent; undefined when there is none of that name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  return header
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length);
}

export interface CookieOptions {
  /** Seconds; 0 takes the cookie away. */
  maxAge: number;
  path: string;
  /** Lax: also when a link of another site leads here. */
  sameSite: 'Strict' | 'Lax';
  secure: boolean;
}

/** A cookie that no script can read, as its header has it. */
export const cookieOf = (name: string, value: string, { maxAge, path, sameSite, secure }: CookieOptions): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAge}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ');
