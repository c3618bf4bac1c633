import type { MerchantId } from '@inbox/domain';
import { SignJWT } from 'jose';
import type { WebSocket } from 'ws';
import { createEmbedSecret } from '../embed/secrets';
import type { TestInbox } from './inbox';

/** What the server of an embedding page knows. */
export interface EmbedSigner {
  kid: string;
  secret: string;
  /** The merchant's short name. */
  slug: string;
}

export async function addEmbedSecret({ db, vault }: TestInbox, merchantId: MerchantId): Promise<EmbedSigner> {
  const { slug } = await db
    .selectFrom('merchants')
    .select('slug')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return { ...(await createEmbedSecret(db, vault, { merchantId, madeBy: 'a test' })), slug };
}

/** A token as that server makes it: good for ten minutes, unless a claim says otherwise. */
export async function scopedToken(
  { kid, secret, slug }: EmbedSigner,
  claims: { sub: string; scope: unknown; iat?: number; exp?: number; iss?: string },
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: slug, iat, exp: iat + 600, ...claims })
    .setProtectedHeader({ alg: 'HS256', kid })
    .sign(new TextEncoder().encode(secret));
}

/** Opens a socket, once it has caught up. `said` says something, and answers all that was heard until it was answered. */
export async function listenTo(
  inbox: TestInbox,
  token: string,
): Promise<{
  heard: readonly string[];
  /** Resolves with the first message that has this text. */
  until(text: string): Promise<void>;
  said(message: object): Promise<string[]>;
  end(): void;
  socket: WebSocket;
}> {
  const socket = await inbox.socket(token);
  const heard: string[] = [];
  const waiting = new Map<string, () => void>();
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    heard.push(text);
    for (const [word, resolve] of waiting) if (text.includes(word)) resolve();
  });
  const until = (word: string) =>
    new Promise<void>((resolve) => {
      if (heard.some((text) => text.includes(word))) resolve();
      else waiting.set(word, resolve);
    });
  await until('live.caught_up');
  let asked = 0;
  return {
    socket,
    heard,
    until,
    async said(message) {
      asked += 1;
      const ref = `word-${asked}`;
      const answered = until(ref);
      socket.send(JSON.stringify({ ...message, ref }));
      await answered;
      return heard;
    },
    end: () => socket.terminate(),
  };
}
