import { watchBlocked } from '../page/blocked';
import type { ShellMount } from '../page/contract';
import { inboxError, tell } from '../page/errors';
import { createNavigate } from '../shell/navigate';
import type { InboxErrorCode, InboxOptions, InboxProps } from '../types';
import { createBox } from './box';
import { FrameReady, FromFrame, propsOf, type ToFrame } from './protocol';
import { whyNoFrame } from './why-no-frame';

/** Milliseconds until a frame that neither loads nor fails counts as missing. */
const LOAD_MS = 30_000;
/** Milliseconds after its loading within which a frame speaks: what it says may come later than the event. */
const READY_MS = 2_000;
/** Milliseconds for which a frame that is taken away may store what was typed. */
const LEAVE_MS = 1_000;

/**
 * As little as panels work with. `allow-same-origin` leaves the frame the inbox's origin, which is another than the
 * page's: without it the inbox would have to answer origin `null`, which any sandboxed page of anybody has, and nothing
 * typed could be stored. Dialogs are forms, attachments are downloads, printing a mail is a modal; links open as
 * ordinary pages. Left out is what reaches the page: navigating it above all.
 */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-downloads',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
].join(' ');
/** Copying, voice notes, and a video in full. */
const FEATURES = 'clipboard-write; microphone; fullscreen';

/** Shows one panel in a frame of the inbox's origin; see `Inbox.mount`. */
export const mountIframe: ShellMount = (name, element, options, { inboxUrl }) => {
  // The address has no token in it: it names the merchant, whose list of origins counts.
  const { merchant = '' } = options;
  const frameUrl = `${inboxUrl}/embed/frame?${new URLSearchParams({ merchant })}`;
  const frame = document.createElement('iframe');
  frame.title = `Inbox: ${name}`;
  frame.setAttribute('sandbox', SANDBOX);
  frame.allow = FEATURES;
  frame.referrerPolicy = 'no-referrer';
  frame.src = frameUrl;

  const navigate = createNavigate(inboxUrl, options.onNavigate);
  const blocked = watchBlocked((address) => address.startsWith(inboxUrl));
  const fail = (code: InboxErrorCode, about: string) => tell(inboxError(code, name, about, inboxUrl), options.onError);
  let props: InboxProps = propsOf(options);
  let port: MessagePort | null = null;
  let isFixed: boolean | null = null;
  let isGone = false;
  let onUnmounted = () => {};

  function say(message: ToFrame): void {
    try {
      port?.postMessage(message);
    } catch (error) {
      // A function in the filters, or another thing that no port takes.
      fail('bad-options', String(error));
    }
  }

  function hear(message: FromFrame): void {
    switch (message.type) {
      case 'getToken':
        return void answerToken(options, message).then(say);
      case 'navigate':
        return navigate(message.intent as Parameters<typeof navigate>[0]);
      case 'ready':
        return options.onReady?.();
      case 'error':
        // The frame has written it to the console.
        return options.onError?.({ code: message.code, message: message.message, panel: name });
      case 'event':
        return options.onEvent?.(message.event);
      case 'size':
        return box.setHeight(message.height);
      case 'unmounted':
        return onUnmounted();
    }
  }

  const box = createBox(element, frame, (isKnownFixed) => {
    isFixed = isKnownFixed;
    say({ type: 'box', isFixed });
  });

  // A frame that its browser loads anew, as when its element is moved, says so again.
  const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || origin !== inboxUrl || !FrameReady.safeParse(data).success || isGone) return;
    clearTimeout(missing);
    const { port1, port2 } = new MessageChannel();
    port?.close();
    port = port1;
    port.onmessage = ({ data: said }: MessageEvent<unknown>) => {
      const message = FromFrame.safeParse(said);
      // Of a newer inbox, maybe: what this script does not know of is nothing that it can do.
      if (message.success) hear(message.data);
    };
    frame.contentWindow?.postMessage({ type: 'inbox.frame.connect' }, inboxUrl, [port2]);
    const { locale, live } = options;
    say({
      type: 'mount',
      name,
      props,
      ...(locale !== undefined && { locale }),
      ...(live !== undefined && { live }),
    });
    if (isFixed !== null) say({ type: 'box', isFixed });
  };

  function giveUp(): void {
    void whyNoFrame({ frameUrl, inboxUrl, merchant, blocked }).then(({ code, about }) => {
      if (isGone || port) return;
      // Its browser's own page of an error is of no use to anybody.
      box.remove();
      fail(code, about);
    });
  }
  let missing = setTimeout(giveUp, LOAD_MS);
  for (const end of ['load', 'error']) {
    frame.addEventListener(end, () => {
      clearTimeout(missing);
      if (!port && !isGone) missing = setTimeout(giveUp, READY_MS);
    });
  }
  window.addEventListener('message', onMessage);

  return {
    update(change) {
      props = { ...props, ...propsOf(change) };
      say({ type: 'update', props: propsOf(change) });
    },
    async unmount() {
      if (isGone) return;
      isGone = true;
      clearTimeout(missing);
      window.removeEventListener('message', onMessage);
      if (port) {
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, LEAVE_MS);
          onUnmounted = () => {
            clearTimeout(late);
            resolve();
          };
          say({ type: 'unmount' });
        });
      }
      port?.close();
      blocked.stop();
      box.remove();
    },
  };
};

/** The page's token, or why there is none, as the frame takes it. */
async function answerToken(
  { getToken }: InboxOptions,
  { id, forceRefresh }: { id: number; forceRefresh: boolean },
): Promise<ToFrame> {
  try {
    const token: unknown = await getToken({ forceRefresh });
    return { type: 'token', id, token: typeof token === 'string' ? token : null };
  } catch (error) {
    return { type: 'token', id, token: null, failure: error instanceof Error ? error.message : String(error) };
  }
}
