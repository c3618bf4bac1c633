import { createHmac } from 'node:crypto';

/** The value of X-Hub-Signature-256 for a raw body. */
export function hubSignature(appSecret: string, rawBody: string | Buffer): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;
}

/**
 * Posts one signed delivery to the inbox's door, again until it is taken, as the channel does.
 * @throws Error when the door refuses it (4xx), or stays away for all tries.
 */
export async function postSigned(
  backend: string,
  appSecret: string,
  delivery: unknown,
  { tries = 8, signal }: { tries?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const body = JSON.stringify(delivery);
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${backend}/channels/meta`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': hubSignature(appSecret, body) },
      body,
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted || attempt === tries) throw error;
      return null;
    });
    if (response?.ok) return;
    if (response && response.status < 500) {
      throw new Error(`The inbox refused a delivery: ${response.status} ${await response.text()}`);
    }
    if (attempt === tries) throw new Error(`The inbox did not take a delivery in ${tries} tries`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(5_000, 100 * 2 ** attempt)));
  }
}
