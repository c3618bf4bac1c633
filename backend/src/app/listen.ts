import type { FastifyInstance } from 'fastify';
import { codeOf } from '../platform/errors/errors';

/** How long calls that are under way at the end may take. */
const CLOSE_MS = 10_000;

/** Lets calls that are under way come to their end, and cuts those off that take too long. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
  await app.close();
  clearTimeout(patience);
}

/** On all addresses of the machine; without IPv6 on those of IPv4. */
export async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ port, host: '::' });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EAFNOSUPPORT') return void (await app.listen({ port, host: '0.0.0.0' }));
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is taken. Set PORT to another one.`, { cause: error });
    if (code === 'EACCES')
      throw new Error(`Port ${port} is not allowed here. Set PORT to another one.`, { cause: error });
    throw error;
  }
}
