import type { LoadWorld } from './world';

/** Any of some. @throws RangeError when there is none */
export const anyOf = <T>(some: readonly T[]): T => {
  const one = some[Math.floor(Math.random() * some.length)];
  if (one === undefined) throw new RangeError('There is nothing to choose from.');
  return one;
};

/** Asks the world's server as an agent's page does. @throws when it is not answered well */
export async function call(
  world: Pick<LoadWorld, 'server'>,
  token: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const response = await fetch(world.server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `jwt ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.slice(0, 200)}`);
}

/** Does the same over and over, by so many at once. @returns how many milliseconds each took */
export async function during(ms: number, atOnce: number, once: () => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + ms;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const begun = performance.now();
        await once();
        took.push(performance.now() - begun);
      }
    }),
  );
  return took;
}
