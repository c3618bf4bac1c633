import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { RegistryError } from '../registry/registry';
import type { Publishing, PublishTarget } from './target';
import { isBuildFile, type BuildAnnouncement } from '../publish/upload';

/** Milliseconds that a request may take: a build over a slow line, and its verification. */
const ANSWER_MS = 300_000;

const Answered = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: z.object({ said: z.string(), version: z.optional(z.string()) }) }),
  z.object({ success: z.literal(false), error: z.object({ message: z.string() }) }),
]);

const isThisMachine = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/**
 * Publishes to a running inbox.
 *
 * @param address of the inbox; https, unless it is on this machine: whoever reads the token on its way can publish
 * @param token as `pnpm admin panel-token create` has shown it
 * @throws RegistryError in words for the team
 */
export function inboxTarget(address: string, token: string): PublishTarget {
  const base = URL.canParse(address) ? new URL(address) : null;
  if (!base || !/^https?:$/.test(base.protocol)) throw new RegistryError(`${address} is not the address of an inbox.`);
  if (base.protocol === 'http:' && !isThisMachine(base)) {
    throw new RegistryError(`The token would be readable on its way to ${base.host}: give an address with https.`);
  }
  const url = base.href.replace(/[?#].*$/, '').replace(/\/+$/, '');

  async function ask(path: string, body?: { form: FormData } | { json: unknown }) {
    const response = await fetch(`${url}/api/panels/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && 'json' in body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: 'form' in body ? body.form : JSON.stringify(body.json) }),
      // A redirect would send the build to where nobody has asked it to go.
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((error: unknown) => {
      throw new RegistryError(`${url} cannot be reached: ${reasonOf(error)}.`);
    });
    const answer = z.safeParse(Answered, await response.json().catch(() => null));
    if (!answer.success) throw new RegistryError(`${url} answered ${response.status}, and not as an inbox does.`);
    if (!answer.data.success) throw new RegistryError(answer.data.error.message);
    return answer.data.data;
  }

  /** A token is for one panel: what is asked of all is asked of that one. */
  const named = (panel: string | undefined): string => {
    if (panel === undefined) throw new RegistryError('Which panel? A token is for one.');
    return panel;
  };
  return {
    url,
    publish: async (panel, dist, how) => ask(`${panel}/builds`, { form: await formOf(dist, how) }),
    change: (panel, change, why) => ask(`${panel}/changes`, { json: { change, ...(why !== undefined && { why }) } }),
    list: async (panel) => (await ask(named(panel))).said,
    history: async (panel) => (await ask(`${named(panel)}/history`)).said,
  };
}

/** A build as it is uploaded: first what follows, then each file. */
async function formOf(dist: string, { audience, why, skipBefore = false }: Publishing): Promise<FormData> {
  const names = (await readdir(dist).catch(() => [])).filter(isBuildFile).sort();
  if (!names.includes('panel.json')) throw new RegistryError(`No panel build in ${dist}.`);
  const hashes = names.map(async (name) => {
    const digest = createHash('sha384').update(await readFile(join(dist, name)));
    return [name, `sha384-${digest.digest('base64')}`] as const;
  });
  const files = Object.fromEntries(await Promise.all(hashes));
  const announcement: BuildAnnouncement = {
    audience,
    files,
    ...(why !== undefined && { why }),
    ...(skipBefore && { skip_before: true }),
  };
  const form = new FormData();
  form.set('build', JSON.stringify(announcement));
  for (const name of names) form.append('file', await openAsBlob(join(dist, name)), name);
  return form;
}

/** The word of the system, which fetch hides behind a general one. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error
    ? cause.message || 'no connection'
    : error instanceof Error
      ? error.message
      : String(error);
}
