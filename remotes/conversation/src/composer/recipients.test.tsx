/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST, type EmailMessage } from '@inbox/domain';
import { anEmail, aTicket, type Answers } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, lookedAt, mounted, sends, stored, world } from '../testing/reply-world';

const PRIYA = 'priya@v.example';
const THIEF = 'thief@e.example';
const of = { ticket_id: 1, conversation_id: 101 };
const priya = aTicket({
  id: 1,
  conversation_id: 101,
  conversation_source: 'email',
  full_name: 'Priya Nair',
  customer_email: PRIYA,
});
const named = (email: string) => [{ email, name: 'Priya' }];
const hers = anEmail({ ...of, id: 11, from: named(PRIYA) });
const elsewhere = anEmail({ ...of, id: 12, from: named(PRIYA), reply_to: named(THIEF) });
const strangers = anEmail({ ...of, id: 13, from: named(THIEF) });

beforeEach(() => {
  localStorage.clear();
  lookedAt();
});

const opened = (mails: EmailMessage[], answers: Answers = {}, ticket = priya) =>
  mounted(
    world(
      {
        content: () => ({
          ticket,
          siblings: [],
          content: mails,
          oldest_timestamp: END_OF_LIST,
          seq: 0,
          server_time: new Date().toISOString(),
        }),
        ...answers,
      },
      ticket,
    ),
  );
const group = () => screen.findByRole('group', { name: 'Recipients' });
const chips = async (field = 'To') =>
  within(within(await group()).getByRole('list', { name: field }))
    .queryAllByRole('listitem')
    .map((chip) => chip.querySelector('span')?.textContent);
const field = async (name: string) => within(await group()).getByRole('textbox', { name });
const bodies = (fake: Awaited<ReturnType<typeof opened>>) =>
  sends(fake).map((input) => (input as { body: object }).body);

describe('the reply box of an e-mail ticket', () => {
  it('names the customer’s address, and the send carries it', async () => {
    const fake = await opened([hers]);
    expect(await chips()).toEqual([PRIYA]);
    await userEvent.type(await box(), 'It is on its way{Enter}');
    await waitFor(() => expect(bodies(fake)).toMatchObject([{ to: [PRIYA], cc: [], bcc: [], chosen: [] }]));
  });

  it('of another channel names none', async () => {
    await mounted(world());
    await box();
    expect(screen.queryByRole('group', { name: 'Recipients' })).toBeNull();
  });

  it('goes to nobody who asks for it, until the agent says so', async () => {
    const fake = await opened([hers, elsewhere]);
    expect(await chips()).toEqual([PRIYA]);
    const said = within(await group()).getByText(/The last mail asks for answers to thief@e\.example/);
    expect(said).toHaveTextContent('Your reply does not go there. Its domain is another one, too.');
    await userEvent.click(screen.getByRole('button', { name: `Reply to ${THIEF} too` }));
    expect(await chips()).toEqual([PRIYA, THIEF]);
    expect(within(await group()).getByRole('status')).toHaveTextContent(
      `This reply also goes to ${THIEF}: not the customer’s address.`,
    );
    await userEvent.click(screen.getByRole('button', { name: `Remove ${PRIYA} from To` }));
    expect(within(await group()).getByRole('status')).toHaveTextContent('and not to the customer’s address');
    await userEvent.type(await box(), 'Hello{Enter}');
    await waitFor(() => expect(bodies(fake)).toMatchObject([{ to: [THIEF], chosen: [THIEF] }]));
    // The next one goes to the customer again.
    expect(await chips()).toEqual([PRIYA]);
  });

  it('warns of a stranger who wrote last', async () => {
    await opened([hers, strangers]);
    expect(await chips()).toEqual([PRIYA]);
    expect(await group()).toHaveTextContent(`The last mail is from ${THIEF}, not from the customer.`);
  });

  it('takes addresses by keyboard, several at once, and gives them back', async () => {
    const fake = await opened([hers]);
    const to = await field('To');
    await userEvent.type(to, 'a@b.example,');
    await userEvent.click(to);
    await userEvent.paste('Ravi <ravi@b.example>; A@b.example');
    await userEvent.tab();
    expect(await chips()).toEqual([PRIYA, 'ravi@b.example', 'A@b.example']);
    to.focus();
    await userEvent.keyboard('{Backspace}');
    expect(screen.getByRole('button', { name: 'Remove A@b.example from To' })).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    expect(to).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Cc/Bcc' }));
    await userEvent.type(await field('Cc'), 'ravi@b.example{Enter}');
    expect(await chips()).toEqual([PRIYA]);
    expect(await chips('Cc')).toEqual(['ravi@b.example']);
    await userEvent.type(await box(), 'Hello{Enter}');
    await waitFor(() =>
      expect(bodies(fake)).toMatchObject([{ to: [PRIYA], cc: ['ravi@b.example'], chosen: ['ravi@b.example'] }]),
    );
  });

  it('sends nothing while an address is none, or there is none', async () => {
    const fake = await opened([hers]);
    await userEvent.type(await box(), 'Hello');
    await userEvent.type(await field('To'), 'nobody{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent("'nobody' is not an email address");
    expect(screen.getByRole('button', { name: /^Send/ })).toBeDisabled();
    await userEvent.clear(await field('To'));
    expect(screen.getByRole('button', { name: /^Send/ })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: `Remove ${PRIYA} from To` }));
    expect(await group()).toHaveTextContent('Recipient mail should not be empty');
    await userEvent.type(await box(), '{Enter}');
    expect(bodies(fake)).toEqual([]);
  });

  it('keeps what was chosen with the draft, through a reload', async () => {
    await opened([hers]);
    await userEvent.type(await field('To'), 'ravi@b.example{Enter}');
    await act(async () => document.body.replaceChildren());
    await opened([hers]);
    // The draft is read from the browser's database while the box shows already.
    await waitFor(async () => expect(await chips()).toEqual([PRIYA, 'ravi@b.example']));
  });

  it('goes to the customer of now when that is another than the draft was for', async () => {
    await opened([hers]);
    await userEvent.type(await field('To'), 'ravi@b.example{Enter}');
    await act(async () => document.body.replaceChildren());
    await opened([hers], {}, { ...priya, customer_email: 'priya@new.example' });
    expect(await chips()).toEqual(['priya@new.example']);
  });

  it('has the text again when the server refuses the address, to be sent anew', async () => {
    let isRefused = true;
    const text = `'${PRIYA}' is not the address of this ticket's customer. Choose again whom the reply goes to.`;
    const fake = await opened([hers], {
      reply: ({ body }) => {
        if (isRefused) throw new ApiError('refused', text, { status: 409, code: 'recipient_not_chosen' });
        return stored(body);
      },
    });
    await userEvent.type(await box(), 'It is on its way{Enter}');
    expect((await screen.findAllByText(text))[0]).toBeVisible();
    isRefused = false;
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await box()).toHaveValue('It is on its way');
    await userEvent.type(await box(), '{Enter}');
    await waitFor(() => expect(bodies(fake)).toHaveLength(2));
  });
});

describe('in a narrow window', () => {
  beforeEach(() => {
    const narrow = DOMRect.fromRect({ width: 360, height: 40 });
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(narrow);
  });
  afterEach(() => void jest.restoreAllMocks());
  const line = (name: string) => screen.findByRole('button', { name });

  it('the recipients are one line, which opens and folds again', async () => {
    await opened([hers]);
    const folded = await line(`To ${PRIYA}. Change the recipients`);
    expect(folded).toHaveTextContent(`To ${PRIYA}`);
    expect(folded).toHaveAttribute('aria-expanded', 'false');
    expect(within(await group()).queryByRole('textbox')).toBeNull();
    await userEvent.click(folded);
    expect(await field('To')).toHaveFocus();
    await userEvent.type(await field('To'), 'a@b.example, ravi@b.example{Enter}');
    await userEvent.click(await line('Fold the recipients'));
    const again = await line(`To ${PRIYA} and 2 more. Change the recipients`);
    expect(again).toHaveFocus();
    expect(again).toHaveTextContent(`${PRIYA} +2`);
    expect(within(await group()).getByRole('status')).toHaveTextContent(
      'This reply also goes to a@b.example, ravi@b.example: not the customer’s address.',
    );
  });

  it('a warning of the last mail is seen beside it, and what it offers works', async () => {
    await opened([hers, elsewhere]);
    await line(`To ${PRIYA}. Change the recipients`);
    await userEvent.click(screen.getByRole('button', { name: `Reply to ${THIEF} too` }));
    expect(await line(`To ${PRIYA} and 1 more. Change the recipients`)).toBeVisible();
  });

  it('what must be put right is not folded away', async () => {
    await opened([hers]);
    await userEvent.click(await line(`To ${PRIYA}. Change the recipients`));
    await userEvent.type(await field('To'), 'nobody{Enter}');
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Fold the recipients' })).toBeNull();
    await userEvent.clear(await field('To'));
    await userEvent.click(screen.getByRole('button', { name: `Remove ${PRIYA} from To` }));
    expect(screen.queryByRole('button', { name: 'Fold the recipients' })).toBeNull();
    expect(await group()).toHaveTextContent('Recipient mail should not be empty');
  });
});

describe('a quick reply that is sent at once', () => {
  it('goes where the reply box says', async () => {
    const fake = await opened([hers]);
    await userEvent.type(await field('To'), 'ravi@b.example{Enter}');
    const panel = fake.join('quick-replies');
    await act(async () => void (await panel.send('reply.send', { ticket_id: priya.id, text: 'Hello' })));
    expect(bodies(fake)).toMatchObject([{ to: [PRIYA, 'ravi@b.example'], chosen: ['ravi@b.example'] }]);
  });
});

describe('a mail of the thread', () => {
  const bubble = (id: number) => within(document.querySelector(`[data-message-id="${id}"]`) as HTMLElement);

  it('says who has sent it when that is not the customer', async () => {
    await opened([hers, strangers]);
    await group();
    expect(bubble(13).getByRole('note', { name: 'About the sender' })).toHaveTextContent(
      `Sent by ${THIEF}, not by the customer (${PRIYA}). Its domain is another one, too.`,
    );
    expect(document.querySelector('[data-message-id="13"]')).toHaveAccessibleName(/^thief@e\.example/);
    expect(bubble(11).queryByRole('note')).toBeNull();
  });

  it('says where it asks for answers when that is elsewhere', async () => {
    await opened([elsewhere]);
    await group();
    expect(bubble(12).getByRole('note', { name: 'About the sender' })).toHaveTextContent(
      `Asks for answers to ${THIEF}, which is not the customer’s address.`,
    );
  });

  it('says that its sender is not proven, and why', async () => {
    const check = { verified: false, doubt: 'other_domain', proven_domain: 'e.example' } as const;
    const proven = anEmail({ ...of, id: 15, from: named(PRIYA), sender_check: { verified: true } });
    await opened([anEmail({ ...of, id: 14, from: named(PRIYA), sender_check: check }), proven]);
    await group();
    expect(bubble(14).getByRole('note', { name: 'About the sender' })).toHaveTextContent(
      'Unverified sender: this mail was sent for e.example, not for v.example.',
    );
    expect(bubble(15).queryByRole('note')).toBeNull();
  });

  it('points out a name that is another address, and a domain that looks like the customer’s', async () => {
    const from = [{ email: 'priya@vishwas-trader.example', name: 'priya@vishwas-traders.example' }];
    const ticket = { ...priya, customer_email: 'priya@vishwas-traders.example' };
    await opened([anEmail({ ...of, id: 16, from })], {}, ticket);
    await group();
    const note = bubble(16).getByRole('note', { name: 'About the sender' });
    expect(note).toHaveTextContent('vishwas-trader.example looks like the customer’s vishwas-traders.example');
    expect(note).toHaveTextContent('The name “priya@vishwas-traders.example” has an address in it.');
  });
});
