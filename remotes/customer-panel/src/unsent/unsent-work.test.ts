import 'fake-indexeddb/auto';
import { expect, it } from '@jest/globals';
import { agentIdSchema, tempIdSchema, ticketIdSchema, type Schema } from '@inbox/domain';
import { createDraftStore } from '../notes/draft-store';
import { countUnsent } from './unsent-work';

it('counts notes that wait, notes that are written, and tickets whose fields are not saved', async () => {
  const agent = agentIdSchema.parse(7);
  const waiting = [ticketIdSchema.parse(1)];
  const storage = {
    read: <T>(_: string, schema: Schema<T>) => schema.parse(waiting),
    keys: (prefix = '') => ['fields.5', 'fields.6', 'sections'].filter((key) => key.startsWith(prefix)),
  };
  const store = createDraftStore('inbox', agent, () => {});
  for (const id of [1, 2]) {
    const temp_id = tempIdSchema.parse(`00000000-0000-4000-8000-00000000000${id}`);
    await store.write(ticketIdSchema.parse(id), { temp_id, notes: 'Noted', media: [], isAsked: false });
  }
  expect(await countUnsent('inbox', agent, storage)).toEqual({
    waiting: 1,
    held: 0,
    lines: ['1 note has not been added', '1 draft of a note', 'Custom fields of 2 tickets are not saved'],
  });
  const nobodys = { read: () => null, keys: () => [] };
  expect(await countUnsent('inbox', null, nobodys)).toEqual({ waiting: 0, held: 0, lines: [] });
});
