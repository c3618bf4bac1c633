import { expect, it } from '@jest/globals';
import { countUnsent } from './unsent-work';

it.each([
  ['nothing', [], []],
  ['the filters alone', ['status'], []],
  [
    'a mail that is written, and its request',
    ['compose-email', 'compose-email.asked'],
    ['1 new e-mail has not been sent'],
  ],
  ['a mail that was taken back', ['compose-email', 'compose-email.undone.1'], ['2 new e-mails have not been sent']],
  ['a mail that was sent and may be taken back', ['compose-email.sent.1'], []],
  ['a ticket', ['new-ticket'], ['1 new ticket has not been created']],
  ['a text to many', ['message-to-many.text'], ['1 draft of a message to many']],
])('%s', (_, keys, lines) => {
  expect(countUnsent({ keys: () => keys, read: () => null })).toEqual({ waiting: 0, held: 0, lines });
});
