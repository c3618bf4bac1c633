import { describe, expect, it } from '@jest/globals';
import { ticketIdSchema, type TicketId } from '@inbox/domain';
import { createDrafts } from './drafts';

const [one, two] = [ticketIdSchema.parse(1), ticketIdSchema.parse(2)];

function shelf() {
  const kept = new Map<TicketId, string>();
  return {
    kept,
    load: (ticket: TicketId) => kept.get(ticket) ?? null,
    save: (ticket: TicketId, text: string | null) =>
      void (text === null ? kept.delete(ticket) : kept.set(ticket, text)),
  };
}

describe('drafts', () => {
  it('belong to one ticket each and survive a reload', () => {
    const store = shelf();
    createDrafts(store).set(one, { text: 'for one', caret: 3 });
    const reloaded = createDrafts(store);
    expect(reloaded.get(one)).toEqual({ text: 'for one', caret: 7 });
    expect(reloaded.get(two).text).toBe('');
  });

  it('take inserted text at the caret of the named ticket, whichever is open', () => {
    const drafts = createDrafts(shelf());
    drafts.set(one, { text: 'Dear , bye', caret: 5 });
    drafts.insert(one, 'Rohit');
    drafts.insert(two, 'Hello');
    expect(drafts.get(one)).toEqual({ text: 'Dear Rohit, bye', caret: 10 });
    expect(drafts.get(two)).toEqual({ text: 'Hello', caret: 5 });
  });

  it('leave nothing behind when cleared', () => {
    const store = shelf();
    const drafts = createDrafts(store);
    drafts.set(one, { text: 'x', caret: 1 });
    drafts.clear(one);
    expect(store.kept.size).toBe(0);
  });
});
