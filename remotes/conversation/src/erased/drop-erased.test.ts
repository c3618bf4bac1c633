import 'fake-indexeddb/auto';
import { expect, it, jest } from '@jest/globals';
import { newTempId, type ContentId, type TicketId } from '@inbox/domain';
import { aTicket } from '@inbox/panel/testing';
import { aBrowser } from '../testing/a-browser';
import { createDrafts } from '../drafts/drafts';
import { dropErased } from './drop-erased';
import { newOutgoing } from '../outbox/new-outgoing';
import { createRecordDb, UNSENT } from '../storage/record-db';
import { createRecords } from '../storage/records';
import type { TicketChanges } from '../outbox/ticket-changes';

it('removes what this browser has of erased tickets from its database and from the page, and nothing else', async () => {
  const { openChannel } = aBrowser();
  const records = createRecords({ db: createRecordDb('erased', UNSENT), openChannel, report: () => undefined });
  const end = records.start();
  await records.loaded;
  const tab = newTempId();
  const of = { records, tab, before: null, isOpen: () => false, newId: newTempId };
  const drafts = createDrafts(of);
  const mail = { drafts: createDrafts({ ...of, kind: 'reply' }), uploads: null as never };
  const mails = { reply: mail, reply_all: mail, forward: mail } as never;
  const tickets = [1, 2].map((id) => aTicket({ id, conversation_id: 100 + id }));
  for (const ticket of tickets) {
    drafts.write(ticket.id, { text: `words for ${ticket.id}`, caret: 0 });
    mail.drafts.edit(ticket.id, { text: `mail for ${ticket.id}` });
    const outgoing = newOutgoing(ticket, { text: `sent to ${ticket.id}`, attachments: [] }, 0, null);
    await records.change(['outbox', 'undo', 'comment-drafts', 'handled'], (tx) => {
      tx.put('outbox', outgoing.temp_id, { place: 1, outgoing });
      tx.put('undo', outgoing.temp_id, { outgoing, to: 'x', until: 0, is_undoing: false });
      tx.put('comment-drafts', `${70 + ticket.id}`, { text: 'answer', hide_comment: false, temp_id: newTempId() });
    });
  }
  const dropChanges = jest.fn<TicketChanges['dropErased']>().mockResolvedValue(undefined);
  const changes = { dropErased: dropChanges };
  await dropErased(
    { records, drafts, mails, changes },
    { ticket_ids: [1 as TicketId], comment_ids: [71 as ContentId] },
  );

  expect(dropChanges).toHaveBeenCalledWith(new Set([1]));
  expect(drafts.get(1 as TicketId).text).toBe('');
  expect(mail.drafts.get(1 as TicketId).text).toBe('');
  expect(drafts.get(2 as TicketId).text).toBe('words for 2');
  const left = await Promise.all(
    (['outbox', 'undo', 'drafts', 'comment-drafts'] as const).map((kind) => records.read(kind)),
  );
  const text = JSON.stringify(left.map((all) => [...all]));
  expect(text).not.toMatch(/(?:for|to) 1"|"71"/);
  for (const words of ['words for 2', 'mail for 2', 'sent to 2', '"72"']) expect(text).toContain(words);
  end();
});
