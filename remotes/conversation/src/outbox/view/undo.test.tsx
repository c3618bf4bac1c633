/** @jest-environment jsdom */
import '../../testing/held-records';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, type ReplyRequest } from '@inbox/api';
import type { TempId, TicketId } from '@inbox/domain';
import { aMessage, aTicket, anEmail, aLog, type Answers } from '@inbox/panel/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, choose, farah, lookedAt, mounted, pdf, stored, texts, tray, world } from '../../testing/reply-world';

const mailed = aTicket({ id: 1, conversation_id: 101, conversation_source: 'email' });

beforeEach(() => {
  localStorage.clear();
  lookedAt();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The reply as the server has stored it, on its way. */
const storedMail = ({ message, temp_id, ticket_id, conversation_id }: ReplyRequest) => ({
  item: anEmail({ id: 500, message, temp_id, ticket_id, conversation_id, actor: 'merchant', send_status: 'sending' }),
  ticket: { ...mailed, rev: 2 },
});
const reply: Answers['reply'] = ({ body }) => storedMail(body);
const undone = ({ ticket_id }: { ticket_id: TicketId; temp_id: TempId }) => ({
  item: aLog({ id: 500, rev: 2, ticket_id, conversation_id: 101, comment: 'Asha Rao took back an e-mail.' }),
  ticket: { ...mailed, rev: 3 },
});
const undoButton = () => screen.findByRole('button', { name: 'Undo sending to Rohit Khanna' });
const bar = () => screen.getByRole('status', { name: 'E-mails that can be taken back' });

describe('an e-mail that was sent', () => {
  it('is taken back: its text and its files are in the reply box again, a log line stands in the thread', async () => {
    const [sent, undos]: [TempId[], TempId[]] = [[], []];
    await mounted(
      world(
        {
          reply({ body }) {
            sent.push(body.temp_id);
            return storedMail(body);
          },
          undoReply({ body }) {
            undos.push(body.temp_id);
            return undone(body);
          },
        },
        mailed,
      ),
    );
    await box();
    await choose(pdf());
    await screen.findByText('invoice.pdf');
    await userEvent.type(await box(), 'To the wrong town{Enter}');
    await userEvent.click(await undoButton());

    expect(await box()).toHaveValue('To the wrong town');
    expect(tray()).toHaveTextContent('invoice.pdf');
    expect(await screen.findByText(/took back an e-mail/)).toBeVisible();
    expect(undos).toEqual(sent);
    expect(sent).toHaveLength(1);
    expect(bar()).toBeEmptyDOMElement();
  });

  it('is taken back before what its writer has begun since', async () => {
    await mounted(world({ reply, undoReply: ({ body }) => undone(body) }, mailed));
    await userEvent.type(await box(), 'To the wrong town{Enter}');
    await undoButton();
    await userEvent.type(await box(), 'One more thing');
    await userEvent.click(await undoButton());
    await waitFor(async () => expect(await box()).toHaveValue('To the wrong town\n\nOne more thing'));
  });

  it('is taken back from beside another ticket: the text goes to its own, which opens', async () => {
    const fake = await mounted(world({ reply, undoReply: ({ body }) => undone(body) }, mailed));
    await userEvent.type(await box(), 'To the wrong town{Enter}');
    await undoButton();
    act(() => fake.openTicket(farah.id));
    await screen.findByText('Hello from Farah Ali');
    await userEvent.type(await box(), 'For Farah');
    await userEvent.click(await undoButton());
    await waitFor(() => expect(fake.navigations).toEqual([{ to: 'ticket', id: 1 }]));
    expect(await box()).toHaveValue('For Farah');
    act(() => fake.openTicket(mailed.id));
    await waitFor(async () => expect(await box()).toHaveValue('To the wrong town'));
  });

  it('stays sent when it is too late, and says so', async () => {
    const undoReply = () => {
      throw new ApiError('refused', 'It has left already and cannot be taken back.', { status: 409, code: 'has_left' });
    };
    const fake = await mounted(world({ reply, undoReply }, mailed));
    await userEvent.type(await box(), 'Gone{Enter}');
    await userEvent.click(await undoButton());
    await waitFor(() => expect(texts(fake)).toEqual(['It has left already and cannot be taken back.']));
    expect(await box()).toHaveValue('');
  });

  it('says that it is being taken back while nobody answers, and why that takes so long', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    let isAway = true;
    const undoReply: Answers['undoReply'] = ({ body }) => {
      if (isAway) throw new ApiError('timeout', 'The server is not answering. Please try again.');
      return undone(body);
    };
    await mounted(world({ reply, undoReply }, mailed));
    await user.type(await box(), 'To the wrong town{Enter}');
    await user.click(await undoButton());
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(bar()).toHaveTextContent('Your e-mail to Rohit Khanna is being taken back.');
    expect(bar()).toHaveTextContent('The inbox has not answered yet; it is asked again by itself.');
    isAway = false;
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(await box()).toHaveValue('To the wrong town');
    expect(bar()).toBeEmptyDOMElement();
  });

  it('can be taken back for ten seconds', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await mounted(world({ reply }, mailed));
    await user.type(await box(), 'On its way{Enter}');
    await undoButton();
    expect(bar()).toHaveTextContent('Your e-mail to Rohit Khanna is being sent. 10 s');
    act(() => jest.advanceTimersByTime(9_900));
    expect(bar()).toHaveTextContent(' 1 s');
    act(() => jest.advanceTimersByTime(100));
    expect(bar()).toBeEmptyDOMElement();
  });
});

it('a chat message cannot be taken back', async () => {
  await mounted(
    world({ reply: ({ body }) => ({ ...stored(body), item: aMessage({ id: 500, send_status: 'sending' }) }) }),
  );
  await userEvent.type(await box(), 'On its way{Enter}');
  await waitFor(async () => expect(await box()).toHaveValue(''));
  expect(bar()).toBeEmptyDOMElement();
});
