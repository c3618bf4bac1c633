import * as z from 'zod/mini';
import type { Blocked } from '../page/blocked';
import { isReachable } from '../page/reachable';
import type { InboxErrorCode } from '../types';

/** What of a refusal goes into the message. */
const Words = z.string().check(z.maxLength(300));

interface MissingFrame {
  frameUrl: string;
  inboxUrl: string;
  merchant: string;
  blocked: Blocked;
}

/** Why a frame does not answer: its browser tells the page nothing. */
export async function whyNoFrame({
  frameUrl,
  inboxUrl,
  merchant,
  blocked,
}: MissingFrame): Promise<{ code: InboxErrorCode; about: string }> {
  const stopped = await blocked.take();
  if (stopped !== null) return { code: 'blocked-by-csp', about: stopped };
  try {
    const answer = await fetch(frameUrl, { credentials: 'omit', cache: 'no-store' });
    const words = Words.safeParse(await answer.text());
    if (answer.status === 404 && words.success) return { code: 'bad-options', about: words.data };
    if (!answer.ok) return { code: 'network', about: `the frame was answered with ${answer.status}` };
    // The inbox gives it, and the browser does not show it.
    return { code: 'wrong-origin', about: `the merchant is ${merchant}` };
  } catch {
    // A page with frames alone may not allow calls: that says nothing about the frame.
    const mayNotAsk = (await blocked.take()) !== null;
    if (mayNotAsk || (await isReachable(inboxUrl))) return { code: 'wrong-origin', about: '' };
    return { code: 'network', about: 'the frame did not load' };
  }
}
