import type { InboxGlobal, InboxHandle } from '../types';
import { ToFrame, type FrameConfig, type FromFrame } from './protocol';
import * as z from 'zod/mini';

/** An agent's token has the merchant's number, one of a page's server the short name. */
const Claims = z.union([z.object({ id: z.number() }), z.object({ iss: z.string() })]);

/**
 * Is the token of the merchant whose list let the page show this frame? Calls of the frame come from the inbox's own origin,
 * so that the server cannot compare the page's. What nobody can read here is not: the inbox would refuse it as well.
 */
function isOfMerchant(token: string, { merchant, merchantId }: FrameConfig): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = Claims.safeParse(JSON.parse(atob(payload)));
    if (!claims.success) return false;
    return 'id' in claims.data ? claims.data.id === merchantId : claims.data.iss === merchant;
  } catch {
    return false;
  }
}

interface ServeDeps {
  port: MessagePort;
  config: FrameConfig;
  mount: InboxGlobal['mount'];
  element: Element;
  /** Origin of the frame. */
  inboxUrl: string;
  /** Has the panel fill the frame, or else be as high as it would be by itself. */
  onBox(isFixed: boolean): void;
}

/** Shows the one panel that the page asks for through this port, and tells the page what becomes of it. */
export function servePanel({ port, config, mount, element, inboxUrl, onBox }: ServeDeps): void {
  const say = (message: FromFrame) => port.postMessage(message);
  const asked = new Map<number, { resolve(token: string | null): void; reject(error: Error): void }>();
  let askedCount = 0;
  let handle: InboxHandle | null = null;

  async function getToken({ forceRefresh }: { forceRefresh: boolean }): Promise<string | null> {
    const id = (askedCount += 1);
    const token = await new Promise<string | null>((resolve, reject) => {
      asked.set(id, { resolve, reject });
      say({ type: 'getToken', id, forceRefresh });
    });
    if (token !== null && !isOfMerchant(token, config)) {
      throw new Error(`the one that it gave is not of merchant ${config.merchant}`);
    }
    return token;
  }

  function hear(message: ToFrame): void {
    switch (message.type) {
      case 'mount': {
        const { name, props, locale, live } = message;
        handle ??= mount(name, element, {
          ...props,
          ...(locale !== undefined && { locale }),
          ...(live !== undefined && { live }),
          ...(config.panelOrigins && { panelOrigins: config.panelOrigins }),
          inboxUrl,
          getToken,
          onNavigate: (intent) => say({ type: 'navigate', intent }),
          onReady: () => say({ type: 'ready' }),
          onError: ({ code, message: text }) => say({ type: 'error', code, message: text }),
          onEvent: (event) => say({ type: 'event', event }),
        });
        return;
      }
      case 'update':
        return handle?.update(message.props);
      case 'box':
        return onBox(message.isFixed);
      case 'token': {
        const waiting = asked.get(message.id);
        asked.delete(message.id);
        if (message.failure === undefined) waiting?.resolve(message.token);
        else waiting?.reject(new Error(message.failure));
        return;
      }
      case 'unmount':
        void (handle?.unmount() ?? Promise.resolve()).finally(() => {
          say({ type: 'unmounted' });
          port.close();
        });
    }
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = ToFrame.safeParse(data);
    if (message.success) return hear(message.data);
    const wrong = message.error.issues.map(({ path, message: why }) => `${path.join('.')}: ${why}`).join('; ');
    say({ type: 'error', code: 'bad-options', message: `[inbox bad-options] ${wrong}` });
  };
}
