import type { FastifyRequest } from 'fastify';

export const MAIN_SITE = '/main-site';
export const LOGIN = `${MAIN_SITE}/login`;

/** To /validate with the token and, when a ticket was wanted, its number. Nothing else of `next` is followed. */
export function handOver(token: string, next: string): string {
  const ticket = /^\/inbox\/tickets\/(\d{1,15})\/?$/.exec(next)?.[1];
  const query = new URLSearchParams({ token, ...(ticket !== undefined && { t: ticket }) });
  return `/validate?${query.toString()}`;
}

/** A form that another site sends in the agent's browser. Programs name no origin, and are not fooled into anything. */
export function isForeign({ headers }: FastifyRequest): boolean {
  if (headers['sec-fetch-site'] !== undefined) return headers['sec-fetch-site'] !== 'same-origin';
  if (headers.origin === undefined) return false;
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== headers.host;
}
