/** To /validate with the token and, when a ticket was wanted, its number. Nothing else of `next` is followed. */
export function handOver(token: string, next: string): string {
  const ticket = /^\/inbox\/tickets\/(\d{1,15})\/?$/.exec(next)?.[1];
  const query = new URLSearchParams({ token, ...(ticket !== undefined && { t: ticket }) });
  return `/validate?${query.toString()}`;
}
