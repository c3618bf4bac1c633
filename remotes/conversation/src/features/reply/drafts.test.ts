import { describe, expect, it } from '@jest/globals';
import { ticketIdSchema, uploadedFileSchema, type ReplyDraft, type TicketId } from '@inbox/domain';
import { createDrafts } from './drafts';

const [one, two] = [ticketIdSchema.parse(1), ticketIdSchema.parse(2)];
const parcel = uploadedFileSchema.parse({
  id: 4,
  url: '/api/inbox/uploads/4/',
  file_name: 'parcel.png',
  content_type: 'image/png',
  size: 10,
  kind: 'image',
});

function shelf() {
  const kept = new Map<TicketId, ReplyDraft>();
  return {
    kept,
    load: (ticket: TicketId) => kept.get(ticket) ?? null,
    save: (ticket: TicketId, draft: ReplyDraft | null) =>
      void (draft === null ? kept.delete(ticket) : kept.set(ticket, draft)),
  };
}

describe('drafts', () => {
  it('belong to one ticket each and survive a reload, with their files', () => {
    const store = shelf();
    const drafts = createDrafts(store);
    drafts.write(one, { text: 'for one', caret: 3 });
    drafts.attach(one, parcel);
    const reloaded = createDrafts(store);
    expect(reloaded.get(one)).toEqual({ text: 'for one', caret: 7, attachments: [parcel] });
    expect(reloaded.get(two)).toEqual({ text: '', caret: 0, attachments: [] });
  });

  it('take inserted text at the caret of the named ticket, whichever is open', () => {
    const drafts = createDrafts(shelf());
    drafts.write(one, { text: 'Dear , bye', caret: 5 });
    drafts.insert(one, 'Rohit');
    drafts.insert(two, 'Hello');
    expect(drafts.get(one)).toMatchObject({ text: 'Dear Rohit, bye', caret: 10 });
    expect(drafts.get(two)).toMatchObject({ text: 'Hello', caret: 5 });
  });

  it('keep their text when a file comes or goes, and their files when text does', () => {
    const drafts = createDrafts(shelf());
    drafts.write(one, { text: 'See', caret: 3 });
    drafts.attach(one, parcel);
    drafts.write(one, { text: 'See this', caret: 8 });
    expect(drafts.get(one)).toEqual({ text: 'See this', caret: 8, attachments: [parcel] });
    drafts.detach(one, parcel.id);
    expect(drafts.get(one)).toEqual({ text: 'See this', caret: 8, attachments: [] });
  });

  it('are read anew when another tab has changed them', () => {
    const store = shelf();
    const [drafts, other] = [createDrafts(store), createDrafts(store)];
    drafts.write(one, { text: 'See', caret: 3 });
    other.attach(one, parcel);
    drafts.reread(one);
    expect(drafts.get(one)).toMatchObject({ text: 'See', attachments: [parcel] });
  });

  it('leave nothing behind when cleared', () => {
    const store = shelf();
    const drafts = createDrafts(store);
    drafts.write(one, { text: 'x', caret: 1 });
    drafts.attach(one, parcel);
    drafts.clear(one);
    expect(store.kept.size).toBe(0);
  });
});
