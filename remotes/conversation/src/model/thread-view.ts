import type { LiveFacts } from '@inbox/domain';
import {
  openThread,
  withFacts,
  withNewestPage,
  withOlderPage,
  type ThreadPage,
  type ThreadState,
} from './thread-state';

/** The line is down, the server does not answer, or it answered with a failure. */
export type LoadFailure = 'offline' | 'timeout' | 'server';

/** The thread of one ticket as the panel shows it, from the first load on. */
export type ThreadView =
  | { status: 'loading'; early: readonly LiveFacts[] }
  | { status: 'failed'; early: readonly LiveFacts[]; why: LoadFailure }
  | { status: 'not-found' }
  | {
      status: 'ready';
      thread: ThreadState;
      /** Milliseconds by which the server's clock is ahead of this one. */
      clockOffset: number;
      older: 'idle' | 'loading' | 'failed';
    };

export type ThreadAction =
  | { type: 'facts'; facts: LiveFacts }
  /** It was kept from before, and is true still. */
  | { type: 'known'; view: ThreadView }
  | { type: 'loading' }
  | { type: 'loaded'; page: ThreadPage; clockOffset: number }
  | { type: 'load failed'; why: LoadFailure }
  | { type: 'not found' }
  | { type: 'older loading' }
  | { type: 'older loaded'; page: ThreadPage; cursor: string }
  | { type: 'older failed' };

export const LOADING: ThreadView = { status: 'loading', early: [] };

export function threadReducer(view: ThreadView, action: ThreadAction): ThreadView {
  switch (action.type) {
    case 'facts':
      return withTold(view, action.facts);
    case 'known':
      return action.view;
    case 'loading':
      return view.status === 'failed' ? { status: 'loading', early: view.early } : view;
    case 'loaded':
      return loaded(view, action.page, action.clockOffset);
    case 'load failed':
      // A reload that fails leaves what is shown: it is still true as far as anybody knows.
      return view.status === 'loading' ? { ...view, status: 'failed', why: action.why } : view;
    case 'not found':
      return { status: 'not-found' };
    case 'older loading':
      return view.status === 'ready' ? { ...view, older: 'loading' } : view;
    case 'older loaded':
      if (view.status !== 'ready') return view;
      return { ...view, thread: withOlderPage(view.thread, action.page, action.cursor), older: 'idle' };
    case 'older failed':
      return view.status === 'ready' ? { ...view, older: 'failed' } : view;
  }
}

/** Facts that come before the first page wait for it: only then it is known which conversation they must be of. */
function withTold(view: ThreadView, facts: LiveFacts): ThreadView {
  if (view.status === 'not-found') return view;
  if (view.status !== 'ready') return { ...view, early: [...view.early, facts] };
  const thread = withFacts(view.thread, facts);
  return thread === view.thread ? view : { ...view, thread };
}

function loaded(view: ThreadView, page: ThreadPage, clockOffset: number): ThreadView {
  if (view.status === 'ready')
    return { ...view, thread: withNewestPage(view.thread, page), clockOffset, older: 'idle' };
  const early = view.status === 'not-found' ? [] : view.early;
  return { status: 'ready', thread: early.reduce(withFacts, openThread(page)), clockOffset, older: 'idle' };
}
