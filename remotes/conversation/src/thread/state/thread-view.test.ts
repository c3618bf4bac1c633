import { describe, expect, it } from '@jest/globals';
import { END_OF_LIST } from '@inbox/domain';
import { aMessage, aTicket } from '@inbox/panel/testing';
import { visibleItems } from './thread-state';
import { LOADING, threadReducer, type ThreadAction, type ThreadView } from './thread-view';

const ticket = aTicket();
const item = aMessage({ id: 1, rev: 1 });
const page = { ticket, siblings: [], content: [item], oldest_timestamp: END_OF_LIST };
const loaded: ThreadAction = { type: 'loaded', page, clockOffset: 0 };
const after = (...actions: ThreadAction[]): ThreadView => actions.reduce(threadReducer, LOADING);
const itemsOf = (view: ThreadView) => (view.status === 'ready' ? visibleItems(view.thread) : null);

describe('the view of a thread', () => {
  it('keeps what is told before the first page, and takes of it what is of this conversation', () => {
    const newer = aMessage({ id: 1, rev: 2, deleted: true });
    const other = aMessage({ id: 2, conversation_id: 9 });
    const view = after({ type: 'facts', facts: { tickets: [], items: [newer, other] } }, loaded);
    expect(itemsOf(view)).toEqual([newer]);
  });

  it('keeps what is shown when a reload fails', () => {
    expect(after(loaded, { type: 'loading' }, { type: 'load failed', why: 'server' })).toEqual(after(loaded));
  });

  it('forgets nothing that was told while a failed load is tried again', () => {
    const facts = { tickets: [], items: [aMessage({ id: 3 })] };
    const view = after({ type: 'load failed', why: 'server' }, { type: 'facts', facts }, { type: 'loading' }, loaded);
    expect(itemsOf(view)?.map((one) => one.id)).toEqual([1, 3]);
  });

  it('shows a conversation again that could be had after all', () => {
    expect(after({ type: 'not found' }, loaded).status).toBe('ready');
  });
});
