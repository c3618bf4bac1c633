/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { END_OF_LIST, type EmailMessage } from '@inbox/domain';
import { anAttachment, anEmail, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';
import { giveLayout } from '../../testing/layout';

const ticket = aTicket({ id: 1, conversation_id: 101, conversation_source: 'email' });
const REASON = 'This mail could not be read: it has too many parts, or they are nested too deeply.';

async function show(mail: Partial<EmailMessage>, file = jest.fn((): Blob => new Blob(['Subject: x']))) {
  const item = anEmail({
    id: 11,
    ticket_id: 1,
    conversation_id: 101,
    html: null,
    original_url: '/api/inbox/emails/11/original/',
    ...mail,
  });
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
  return file;
}

describe('a mail of which not all is shown', () => {
  const saved: string[] = [];
  beforeEach(() => {
    giveLayout();
    saved.length = 0;
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    Object.assign(URL, { createObjectURL: () => 'blob:mail', revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function saves(this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`);
    });
  });

  it('says why it could not be read, once, beside sender and subject, and its original is downloaded', async () => {
    const file = await show({ problem: 'too_complex', message: REASON });
    expect(screen.getAllByText(REASON)).toHaveLength(1);
    expect(screen.getByText('Vikram Mehta <vikram@mail.example>')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Download original' }));
    expect(file).toHaveBeenCalledTimes(1);
    expect(saved).toEqual(['mail-11.eml blob:mail']);
  });

  it('says once that it is encrypted, and its files are listed', async () => {
    const left_out = { attachments: 0, recipients: 0, text: false, unreadable: 'encrypted' as const };
    const attachments = [
      anAttachment({ kind: 'document', filename: 'smime.p7m', content_type: 'application/octet-stream' }),
    ];
    await show({ problem: 'encrypted', left_out, attachments });
    expect(screen.getByRole('note')).toHaveTextContent(
      /^This mail is encrypted, and only its recipient’s own key opens it. Ask for it without encryption.Download original$/,
    );
    expect(screen.getByText('smime.p7m')).toBeVisible();
  });

  it('says that the download failed, and tries again', async () => {
    const file = jest.fn((): Blob => new Blob(['x']));
    file.mockImplementationOnce(() => {
      throw new Error('down');
    });
    await show({ problem: 'too_much_work', message: 'x' }, file);
    await userEvent.click(screen.getByRole('button', { name: 'Download original' }));
    expect(await screen.findByText('The original could not be loaded.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(saved).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [{ attachments: 1, recipients: 0, text: false }, 'One more file is in the original only.'],
    [
      { attachments: 0, recipients: 0, text: false, letters: true as const },
      'Some letters of this mail could not be read.',
    ],
    [
      { attachments: 0, recipients: 0, text: false, unreadable: 'encrypted' as const },
      'A part of this mail is encrypted and cannot be read here.',
    ],
    [
      { attachments: 19_900, recipients: 400, text: true },
      'The text is longer than what is shown here. 19,900 more files are in the original only. 400 more recipients are in the original only.',
    ],
  ])('says what is missing: %j', async (left_out, words) => {
    await show({ left_out });
    expect(screen.getByRole('note', { name: 'Not all of this mail is shown' })).toHaveTextContent(words);
    expect(screen.getByText('Please send the invoice again.')).toBeVisible();
  });

  it('is not said of one that is shown whole', async () => {
    await show({});
    expect(screen.queryByRole('note')).toBeNull();
  });
});
