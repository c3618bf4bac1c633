/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, type ReplyToManyRequest } from '@inbox/api';
import { END_OF_LIST, uploadedFileSchema, type SendResult } from '@inbox/domain';
import { aCustomer, aTemplate, type Answers } from '@inbox/panel/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { ALL, asked, box, inBar, nobodys, show, texts, ticket } from '../../testing/bulk-screen';
import { layOut } from '../../testing/lay-out';

/** The chunks, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await import('./messages-to-many');
});
beforeEach(() => {
  layOut();
  localStorage.clear();
});

/** The server stores each once, and the channel takes it. */
function sending(): Answers {
  const sent = new Map<string, SendResult>();
  return {
    customerDetails: ({ params }) => aCustomer({ first_name: `Name${params.conversation_id}` }),
    customerOrders: () => [],
    templates: () => ({ templates: [], problem: null }),
    replyToMany: ({ body }) => ({
      results: body.sends.map((send) => {
        sent.set(send.temp_id, { ...send, outcome: 'sent', reason: null });
        return { ...send, outcome: 'sending', reason: null };
      }),
    }),
    sentMessages: ({ body }) => ({ results: body.temp_ids.flatMap((id) => sent.get(id) ?? []) }),
  };
}
const open = async (given: Answers = {}, tickets = ALL, ids = [5, 4, 3]) => {
  const shown = await show(tickets, { answers: { ...sending(), ...given }, status: null });
  const { user } = shown;
  for (const id of ids) await user.click(box(id));
  await user.click(await inBar('More actions'));
  return shown;
};
const compose = async (...given: Parameters<typeof open>) => {
  const shown = await open(...given);
  await shown.user.click(await screen.findByRole('menuitem', { name: 'Send message' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send message' });
  // Its end, where the caret then is, by keys; the rest at once, as each key draws the dialog and the list below it.
  const type = async (text: string) => {
    await shown.user.click(within(dialog).getByRole('textbox', { name: 'Message' }));
    await shown.user.paste(text.slice(0, -1));
    await shown.user.keyboard(text.slice(-1).replace('{', '{{'));
  };
  const send = async () => shown.user.click(within(dialog).getByRole('button', { name: /^Send to/ }));
  return { ...shown, dialog, type, send };
};
const strip = () => screen.findByRole('group', { name: 'Message to many tickets' });
const requests = (fake: Awaited<ReturnType<typeof open>>['fake']) => asked(fake, 'replyToMany') as ReplyToManyRequest[];

describe('the bulk bar', () => {
  it('offers a message for assigned or open tickets alone', async () => {
    await open({}, [nobodys, ticket(2)], [1]);
    expect(await screen.findByRole('menuitem', { name: 'Mark as Unread' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Send message' })).toBeNull();
  });
});

describe('the dialog', () => {
  it('says whom it goes to and whom not, and shows three as their customers will see it', async () => {
    const others = [
      ticket(5),
      ticket(4, { status: 'follow_up' }),
      ticket(3, { conversation_source: 'phone' }),
      ...[2, 1].map((id) => ticket(id, { conversation_id: 100 + id })),
    ];
    const { dialog, type } = await compose({}, others, [5, 4, 3, 2, 1]);
    expect(dialog).toHaveTextContent('Goes to 3 tickets.');
    expect(within(dialog).getByRole('list', { name: 'Not sent to' })).toHaveTextContent(
      '1 ticket: The ticket waits for its follow-up.1 ticket: Messages to many tickets do not go to this channel.',
    );
    await type('Hello {{userFirstName}}');
    expect(await within(dialog).findByText('Hello Name102')).toBeVisible();
    expect(within(dialog).getAllByText(/^Hello Name/)).toHaveLength(3);
    await type(' {{lastOrderNumber}}');
    expect(within(dialog).getAllByText('There is no value for lastOrderNumber.')).toHaveLength(3);
    for (const mark of within(dialog).getAllByText('NOT_FOUND'))
      expect(mark.closest('p')).toHaveTextContent(/^Hello Name\d+ NOT_FOUND$/);
    expect(dialog).toHaveTextContent('A customer of whom a value is not known reads NOT_FOUND in its place.');
  });

  it('puts a placeholder where the caret is', async () => {
    const { user, dialog, type } = await compose();
    await type('Hello !');
    await user.keyboard('{ArrowLeft}');
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Insert a placeholder' }), 'userName');
    expect(within(dialog).getByRole('textbox', { name: 'Message' })).toHaveValue('Hello {{userName}}!');
  });

  it('keeps what is written until it is sent', async () => {
    const { user, type } = await compose();
    await type('Written');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await inBar('More actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Send message' }));
    expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('Written');
    await user.click(screen.getByRole('button', { name: /^Send to/ }));
    await strip();
  });

  it('of all that match asks the server who they are, page by page, and refuses more than 500', async () => {
    let pages = 0;
    const shown = await show(ALL, { answers: sending(), status: null });
    const { user, fake } = shown;
    await user.click(box(5));
    await user.click(await inBar(/loaded$/));
    await user.click(await inBar(/that match$/));
    fake.answer({
      ticketList: ({ body }) => {
        pages += 1;
        const from = Number(body.fetch_since ?? 0);
        const tickets = Array.from({ length: 100 }, (_, n) => ticket(1_000 + from + n));
        return { tickets, oldest_timestamp: String(from + 100), seq: 10 };
      },
    });
    await user.click(await inBar('More actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Send message' }));
    expect(await screen.findByText(/^A message goes to at most 500 tickets at once/)).toBeVisible();
    expect(pages).toBe(6);
    expect(screen.getByRole('button', { name: /^Send to/ })).toBeDisabled();
  });
});

describe('whom it goes to', () => {
  it('is who was chosen when it was written, whatever is chosen, listed or told meanwhile', async () => {
    const { user, fake, type, send } = await compose();
    await type('Hello');
    fake.answer({ ticketList: () => ({ tickets: [ticket(9)], oldest_timestamp: END_OF_LIST, seq: 11 }) });
    fake.shell.emit('refresh.requested', {});
    await waitFor(() => expect(document.querySelector('[data-ticket-id="9"]')).not.toBeNull());
    await send();
    expect(await strip()).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /^Assigned/ }));
    await waitFor(async () => expect(await strip()).toHaveTextContent('3 sent, 0 not sent, 0 skipped'));
    expect(
      requests(fake)
        .flatMap(({ sends }) => sends.map(({ ticket_id }) => ticket_id))
        .sort((a, b) => a - b),
    ).toEqual([3, 4, 5]);
    expect(requests(fake).map(({ message }) => message)).toEqual(['Hello']);
  });

  it('clears the choice that it was made for', async () => {
    const { type, send } = await compose();
    await type('Hello');
    await send();
    await strip();
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Chosen tickets' })).toBeNull());
  });
});

describe('what became of it', () => {
  it('is told by ticket with the reason, until it is dismissed', async () => {
    const { user, type, send } = await compose({
      replyToMany: ({ body }) => ({
        results: body.sends.map((one, n) =>
          n === 0
            ? { ...one, outcome: 'refused', reason: 'The account is off.' }
            : { ...one, outcome: 'skipped', reason: 'Ticket is closed' },
        ),
      }),
    });
    await type('Hello');
    await send();
    const told = await strip();
    await waitFor(() => expect(told).toHaveTextContent('0 sent, 1 not sent, 2 skipped'));
    const rows = within(told).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '#5The account is off.',
      '#4Ticket is closed',
      '#3Ticket is closed',
    ]);
    expect(within(told).getByRole('link', { name: '#5' })).toBeVisible();
    await user.click(within(told).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('group', { name: 'Message to many tickets' })).toBeNull();
  });

  it('stays open while the server cannot be reached, and can be stopped', async () => {
    const { user, fake, type, send } = await compose({
      replyToMany() {
        throw new ApiError('offline', 'No connection');
      },
      sentMessages: () => ({ results: [] }),
    });
    await type('Hello');
    await send();
    const told = await strip();
    expect(await within(told).findByRole('alert')).toHaveTextContent('The server cannot be reached.');
    await user.click(within(told).getByRole('button', { name: 'Stop' }));
    await waitFor(async () => expect(await strip()).toHaveTextContent('0 sent, 0 not sent, 3 not known, 0 skipped'));
    expect(new Set(requests(fake).map(({ sends }) => JSON.stringify(sends))).size).toBe(1);
  });
});

describe('a template', () => {
  it('offers the placeholders for its values', async () => {
    const parts = { account_id: ALL[0]!.conv_source_acc_id } as const;
    const given: Answers = {
      templates: () => ({
        templates: [{ ...aTemplate({ id: 1, template_name: 'greeting', content: 'Hello {{1}}' }), ...parts }],
        problem: null,
      }),
      initiateTemplate: ({ body: { ticket_ids = [], temp_ids = [] } }) => ({
        results: ticket_ids.map((ticket_id, n) => ({
          ticket_id,
          temp_id: temp_ids[n]!,
          outcome: 'sent' as const,
          reason: null,
        })),
      }),
    };
    const { user, fake, dialog } = await compose(given);
    await user.click(within(dialog).getByRole('radio', { name: 'WhatsApp template' }));
    await user.click(await within(dialog).findByRole('button', { name: /^greeting/ }));
    const modal = await screen.findByRole('dialog', { name: 'greeting' });
    await user.click(within(modal).getByRole('button', { name: 'Known values for {{1}}' }));
    await user.click(await within(modal).findByRole('option', { name: /First name/ }));
    expect(await within(modal).findAllByText(/Hello Name/)).toHaveLength(3);
    await user.click(within(modal).getByRole('button', { name: 'Send to 3 tickets' }));
    await waitFor(async () => expect(await strip()).toHaveTextContent('3 sent, 0 not sent, 0 skipped'));
    expect(asked(fake, 'initiateTemplate')).toMatchObject([
      { template_id: 1, parameters: { 1: '{{userFirstName}}' }, ticket_ids: [5, 4, 3], temp_ids: { length: 3 } },
    ]);
    expect(texts(fake.toasts)).toEqual([]);
  });

  it('that begins with a file takes it to all of them', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:sale', revokeObjectURL: () => undefined });
    const { user, fake, dialog } = await compose({
      templates: () => {
        const picture = aTemplate({
          ...{ id: 2, template_name: 'picture', content: 'Sale', header: { kind: 'image', text: '' } },
        });
        return { templates: [{ ...picture, account_id: ALL[0]!.conv_source_acc_id }], problem: null };
      },
      upload: () =>
        uploadedFileSchema.parse({
          ...{ id: 7, url: '/api/inbox/uploads/7/', file_name: 'sale.png', content_type: 'image/png', size: 1 },
          kind: 'image',
        }),
      initiateTemplate: () => ({ results: [] }),
    });
    await user.click(within(dialog).getByRole('radio', { name: 'WhatsApp template' }));
    await user.click(await within(dialog).findByRole('button', { name: /^picture/ }));
    const modal = await screen.findByRole('dialog', { name: 'picture' });
    const file = new File(['x'], 'sale.png', { type: 'image/png' });
    await user.upload(modal.querySelector<HTMLInputElement>('input[type="file"]')!, file);
    const send = within(modal).getByRole('button', { name: 'Send to 3 tickets' });
    await waitFor(() => expect(send).toBeEnabled());
    await user.click(send);
    const media_url = '/api/inbox/uploads/7/';
    await waitFor(() => expect(asked(fake, 'initiateTemplate')).toMatchObject([{ template_id: 2, media_url }]));
  });
});
