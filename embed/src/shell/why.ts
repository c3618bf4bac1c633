import { ApiError } from '@inbox/api';
import { describeFailure, type PanelFailure } from '@inbox/shell/panels';
import type { InboxErrorCode } from '../types';
import type { Blocked } from '../page/blocked';
import { isReachable } from '../page/reachable';

/** What went wrong, as `inboxError` takes it. */
export interface Why {
  code: InboxErrorCode;
  about: string;
}

/** Why a call of the inbox came to nothing: a browser says only that it did. */
export async function whyUnreachable(error: unknown, inboxUrl: string, blocked: Blocked): Promise<Why> {
  const about = error instanceof Error ? error.message : String(error);
  if (error instanceof ApiError && error.kind === 'signed-out') return { code: 'signed-out', about };
  if (error instanceof ApiError && error.details.code === 'origin_not_allowed') return { code: 'wrong-origin', about };
  if (error instanceof ApiError && error.kind === 'refused') return { code: 'panel-failed', about };
  const mayBeOrigin = await isReachable(inboxUrl);
  const stopped = await blocked.take();
  if (stopped !== null) return { code: 'blocked-by-csp', about: stopped };
  if (mayBeOrigin) return { code: 'wrong-origin', about: '' };
  return { code: 'network', about };
}

/** Why a panel is not shown. */
export async function whyFailed(failure: PanelFailure, published: readonly string[], blocked: Blocked): Promise<Why> {
  if (failure.kind === 'not-published') {
    return { code: 'unknown-panel', about: `the inbox has no panel of this name. It has ${published.join(', ')}.` };
  }
  if (failure.kind === 'disabled') return { code: 'unknown-panel', about: 'the panel is switched off in the inbox.' };
  const stopped = await blocked.take();
  if (stopped !== null) return { code: 'blocked-by-csp', about: stopped };
  if (failure.kind === 'unreachable') return { code: 'network', about: failure.detail };
  return { code: 'panel-failed', about: describeFailure(failure) };
}
