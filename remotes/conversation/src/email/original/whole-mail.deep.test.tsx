/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { END_OF_LIST, type EmailMessage } from '@inbox/domain';
import { anEmail, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';
import { pageOf } from '../../testing/mail-page';
import { emailDocument } from '../sanitize/email-html';
import { appendPiece } from '../sanitize/page-content';
import { giveLayout } from '../../testing/layout';

const ticket = aTicket({ id: 1, conversation_id: 101, conversation_source: 'email' });
const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `<tr><td>Parcel ${from + n} left</td></tr>`).join('');
const WHOLE = `<p>Dear shop</p><table>${rows(0, 3_000)}</table><p>Bye</p>`;
const BEGINNING = WHOLE.slice(0, WHOLE.indexOf('<tr><td>Parcel 100 '));

async function show(mail: Partial<EmailMessage>, file: () => Blob) {
  const item = anEmail({ id: 11, ticket_id: 1, conversation_id: 101, ...mail });
  const page = { ticket, siblings: [], content: [item], oldest_timestamp: END_OF_LIST, seq: 0 };
  const fake = createFakePorts({
    open: ticket.id,
    answers: {
      allAgents: () => [],
      markRead: () => ({ ticket }),
      content: () => ({ ...page, server_time: new Date().toISOString() }),
      file,
    },
  });
  await mountPanel(panel, { fake });
  await screen.findByText('Invoice for order 10482');
}

/** The test's environment gives blobs no text. */
const textFile = (text: string): Blob => Object.assign(new Blob([text]), { text: () => Promise.resolve(text) });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('a long HTML mail', () => {
  it('goes on where its beginning ends, within the same table', () => {
    const made = emailDocument(BEGINNING, false);
    const page = pageOf(made);
    expect(page.body.textContent).toMatch(/Parcel 99 left$/);
    const pieces = [...made.rest(WHOLE)].map((piece) => appendPiece(page, piece));
    expect(pieces.length).toBeGreaterThan(2);
    expect(page.body.textContent).toMatch(/Parcel 2999 leftBye$/);
    expect(page.body.textContent?.match(/Parcel \d+ left/g)).toHaveLength(3_000);
    for (const piece of pieces.slice(0, -1)) expect(piece.querySelector('table td')).not.toBeNull();
  });

  it('stays clean in every piece', () => {
    const row = '<p onclick="x()">Hello<script>x()</script><img src="https://t.example/a"></p><svg onload="x()"></svg>';
    const made = emailDocument('<p>x</p>', false);
    const page = pageOf(made);
    for (const piece of made.rest(`<p>x</p>${row.repeat(1_000)}`)) {
      appendPiece(page, piece);
      expect(piece.remoteImages).toBe(true);
    }
    expect(page.querySelectorAll('script, svg, [onclick], img[src]')).toHaveLength(0);
    expect(page.querySelectorAll('p')).toHaveLength(1_001);
  });

  it('whose beginning ends in what it quotes goes on in there', () => {
    const beginning = `<p>New</p><div class="gmail_quote">${'<p>Old</p>'.repeat(10)}`;
    const made = emailDocument(beginning, false);
    const page = pageOf(made);
    for (const piece of made.rest(`${beginning}${'<p>Older</p>'.repeat(10)}</div>`)) appendPiece(page, piece);
    expect(page.querySelector('.inbox-quoted')?.textContent).toMatch(/Older$/);
    expect(page.querySelectorAll('.inbox-quoted')).toHaveLength(1);
    // The rest of the mail may have the customer's answers, so it is not hidden.
    expect(page.querySelector<HTMLDetailsElement>('.inbox-quoted')?.open).toBe(true);
  });
});

describe('a long text mail', () => {
  beforeEach(() => {
    giveLayout();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  });
  const text = 'All the orders of the year.\n'.repeat(5);
  const whole = { url: '/api/inbox/emails/11/whole/', length: 120_000 };

  it('shows its beginning, and all of it when it is asked for', async () => {
    await show({ html: null, message: text, whole }, () => textFile(`${text}The end`));
    expect(await screen.findByText(/^This is the beginning of a mail of 1\d\d KB\.$/)).toBeVisible();
    await press('Show whole mail');
    expect(await screen.findByText(/The end/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show whole mail' })).toBeNull();
  });

  it('says that the rest could not be loaded, and tries again', async () => {
    const file = jest.fn((): Blob => textFile(`${text}The end`));
    file.mockImplementationOnce(() => {
      throw new Error('down');
    });
    await show({ html: null, message: text, whole }, file);
    await press('Show whole mail');
    expect(await screen.findByText('The whole mail could not be loaded.')).toBeVisible();
    await press('Retry');
    expect(await screen.findByText(/The end/)).toBeVisible();
  });
});
