import { createStore } from '@inbox/panel/store';
import type { ShellMount } from '../page/contract';
import { watchBlocked } from '../page/blocked';
import { inboxError, tell } from '../page/errors';
import type { InboxErrorCode, InboxProps } from '../types';
import { enter, NoToken, type Stay } from './people';
import { createShadow } from './styles';
import { draw, type Drawn } from './view';
import { whyUnreachable } from './why';

/** Shows one panel in the page's element; see `Inbox.mount`. */
export const mountPanel: ShellMount = (name, element, options, deps) => {
  const { inboxUrl } = deps;
  const props = createStore<InboxProps>(pick(options));
  const { host, root, place } = createShadow(element);
  const blocked = watchBlocked((address) => address.startsWith(inboxUrl));
  const fail = (code: InboxErrorCode, about: string) => tell(inboxError(code, name, about, inboxUrl), options.onError);
  const stay = createStore<Stay | 'failed' | null>(null);
  let isGone = false;

  function start(): void {
    stay.set(null);
    enter((how) => options.getToken(how), deps, options.panelOrigins ?? [])
      .then((entered) => {
        if (isGone) return entered.leave();
        if (options.live !== false) entered.person.goLive();
        stay.set(entered);
      })
      .catch(async (error: unknown) => {
        if (isGone) return;
        stay.set('failed');
        if (error instanceof NoToken) return fail('no-token', error.message);
        const { code, about } = await whyUnreachable(error, inboxUrl, blocked);
        if (!isGone) fail(code, about);
      });
  }

  const drawn: Drawn = draw({ name, root, place, options, ...deps, props, stay, blocked, fail, onRetry: start });
  start();
  return {
    update: (change) => props.set({ ...props.get(), ...pick(change) }),
    async unmount() {
      if (isGone) return;
      isGone = true;
      await drawn.end();
      const entered = stay.get();
      if (entered !== null && entered !== 'failed') entered.leave();
      blocked.stop();
      host.remove();
    },
  };
};

/** What of the options may change, as far as it is said. */
function pick({ ticketId, conversationId, customerId, filters, theme }: InboxProps): InboxProps {
  return {
    ...(ticketId !== undefined && { ticketId }),
    ...(conversationId !== undefined && { conversationId }),
    ...(customerId !== undefined && { customerId }),
    ...(filters !== undefined && { filters }),
    ...(theme !== undefined && { theme }),
  };
}
