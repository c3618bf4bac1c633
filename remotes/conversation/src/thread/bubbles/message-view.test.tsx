/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import type { ContentItem, Outgoing } from '@inbox/domain';
import { definePanel } from '@inbox/panel';
import { aLog, aMessage, anAttachment, anEmail, aTicket, mountPanel } from '@inbox/panel/testing';
import { render, screen, within } from '@testing-library/react';
import { TrustedSendersContext } from '../../email/sender/use-images-of';
import type { BubbleEntry } from '../state/thread-entries';
import { createMediaStore } from '../../media/media-store';
import { newOutgoing } from '../../outbox/new-outgoing';
import { giveLayout } from '../../testing/layout';
import { MessageView } from './message-view';
import { MediaContext } from '../../media/use-media';

interface ViewProps {
  entry: BubbleEntry;
  onResend?: (() => void) | undefined;
}

function View({ entry, onResend }: ViewProps) {
  const store = createMediaStore(() => Promise.reject(new Error('gone')));
  const nothing = () => undefined;
  const trusted = { has: () => false, set: nothing, subscribe: () => nothing, start: () => nothing };
  return (
    <TrustedSendersContext value={trusted}>
      <MediaContext value={store}>
        <MessageView
          entry={entry}
          self="Asha Menon"
          customer="Rohit Khanna"
          onResend={onResend}
          onAgain={nothing}
          onDiscard={nothing}
        />
      </MediaContext>
    </TrustedSendersContext>
  );
}

const entryOf = (item: ContentItem): BubbleEntry => ({ kind: 'item', key: '1', item, again: null });
const show = (item: ContentItem, onResend?: () => void) => render(<View entry={entryOf(item)} onResend={onResend} />);

/** A mail asks its panel for the frame that it stands in. */
const mails = definePanel<ViewProps>({ name: 'mails', version: '1.0.0', consumes: [], produces: [], View });
const showMail = (item: ContentItem) => mountPanel(mails, { props: { entry: entryOf(item) } });

const own = { actor: 'merchant', message_sent_by: { id: 1, first_name: 'Asha', last_name: 'Menon' } } as const;

describe('a message', () => {
  it.each<[string, Parameters<typeof aMessage>[0], string, string]>([
    ['on its way', { send_status: 'sending' }, 'sending', 'Sending'],
    ['sent', {}, 'sent', 'Sent'],
    ['delivered', { delivered: true }, 'delivered', 'Delivered'],
    ['seen', { delivered: true, read: true }, 'seen', 'Seen'],
    ['failed', { send_status: 'not_sent' }, 'not_sent', 'Failed to send'],
    ['of unknown fate', { send_status: 'unknown' }, 'unknown', 'Not known whether it was sent'],
  ])('that is %s says so', (_, changes, status, text) => {
    show(aMessage({ ...own, ...changes }));
    expect(screen.getByRole('article')).toHaveAttribute('data-status', status);
    expect(screen.getByRole('article')).toHaveTextContent(text);
  });

  it.each<[string, Partial<Outgoing>, string, string]>([
    ['waits for a server', { waiting: 'server' }, 'sending', 'The server is not answering, trying again'],
    ['came too soon', { waiting: 'server', busy: true }, 'sending', 'Too much was asked of the inbox at once.'],
    ['waits for a connection', { waiting: 'offline' }, 'sending', 'You are off line.'],
    ['was refused', { refused: 'You may not do this now.' }, 'not_sent', 'You may not do this now.'],
    ['was answered with nonsense', { refused: 'It is not known.', uncertain: true }, 'unknown', 'It is not known.'],
  ])('that is not sent and %s says so', (_, changes, status, text) => {
    const outgoing = { ...newOutgoing(aTicket(), { text: 'Packed', attachments: [] }, 0, null), ...changes };
    render(<View entry={{ kind: 'pending', key: '1', outgoing }} />);
    expect(screen.getByRole('article')).toHaveAttribute('data-status', status);
    expect(screen.getByRole('article')).toHaveTextContent(text);
    expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(status === 'sending' ? 0 : 1);
  });

  it('says who wrote it and when', () => {
    show(aMessage(own));
    expect(screen.getByRole('article', { name: /^Asha Menon, \d\d \w{3} 2026, \d\d:\d\d [AP]M$/ })).toBeVisible();
  });

  it('says when its sender claims to have sent it, when it came late', () => {
    show(aMessage({ created_at: '2026-11-20T10:00:00.000Z', sent_at: '1999-03-01T10:00:00.000Z' }));
    expect(screen.getByRole('article', { name: /20 Nov 2026/ })).toHaveTextContent(/sent at 01 Mar 1999/);
  });

  it('shows text as text, whatever it looks like', () => {
    show(aMessage({ message: '<img src=x onerror=alert(1)> *bold* https://a.example' }));
    expect(screen.getByText('bold').tagName).toBe('STRONG');
    expect(screen.getByRole('link')).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(document.querySelector('img')).toBeNull();
  });

  it.each<[string, ContentItem, string]>([
    ['a deleted one', aMessage({ deleted: true, message: 'secret' }), 'This message was deleted by the sender'],
    [
      'an unsupported one',
      aMessage({ message_type: 'unsupported', message: '' }),
      'A message that the channel does not hand out',
    ],
    ['an image without its file', aMessage({ content_type: 'image', message: '' }), 'Media not available'],
    ['a document', aMessage({ content_type: 'document', attachments: [anAttachment({ kind: 'document' })] }), '184 KB'],
    [
      'a voice message',
      aMessage({ content_type: 'voice', attachments: [anAttachment({ kind: 'voice' })] }),
      'Play voice message (184 KB)',
    ],
    ['a quoted one', aMessage({ parent: { id: 9, actor: 'customer', message: 'Where?', attachment: null } }), 'Where?'],
    ['a log entry', aLog(), 'Assigned to Asha by Dev'],
    [
      'a story that names the shop',
      aMessage({ msg_type: 'story_mention', message: '' }),
      'Mentioned you in their story',
    ],
    ['an answer to a story', aMessage({ msg_type: 'story_replies', message: 'So nice' }), 'Replied to your story'],
    [
      'a large document',
      aMessage({ content_type: 'document', attachments: [anAttachment({ kind: 'document', size: 1_500_000 })] }),
      '1.5 MB',
    ],
    ...(['image', 'document'] as const).map((kind): [string, ContentItem, string] => [
      `a drawing that came as a ${kind}, which is never opened here`,
      aMessage({ content_type: kind, attachments: [anAttachment({ kind, filename: 'logo.svg', content_type: '' })] }),
      'SVG drawings are not shown here, as they can hold programs. Download it to see it.',
    ]),
    ['a story that is over', aMessage({ msg_type: 'story_replies' }), 'Media not available'],
  ])('shows %s', (_, item, text) => {
    show(item);
    expect(document.body).toHaveTextContent(text);
    expect(document.body).not.toHaveTextContent('secret');
  });

  it("shows a bot's buttons as its Main Menu", () => {
    show(
      aMessage({ ...own, message_type: 'session_outbound_bot', message: 'Hello BUTTON 1(Track order) BUTTON 2(Bye)' }),
    );
    const menu = screen.getByRole('region', { name: 'Main Menu' });
    expect(
      within(menu)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Track order', 'Bye']);
    expect(document.body).not.toHaveTextContent('BUTTON');
  });

  it("shows a template's buttons as buttons, for the customer to press", () => {
    show(
      aMessage({ ...own, message_type: 'template', message: 'Is it right?\nbutton 1 (Yes)\nbutton 2 (No, change it)' }),
    );
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Yes', 'No, change it']);
    expect(screen.getByRole('button', { name: 'Yes' })).toBeDisabled();
  });

  it('leaves what a customer writes about buttons as it is', () => {
    show(aMessage({ message: 'I pressed BUTTON 1(Track)' }));
    expect(screen.getByText('I pressed BUTTON 1(Track)')).toBeVisible();
  });

  it('tells above the bubble why a message failed', () => {
    show(aMessage({ ...own, send_status: 'not_sent', error_message: 'Number not on WhatsApp' }));
    const banner = screen.getByText('Number not on WhatsApp').parentElement;
    expect(banner?.querySelector('svg')).not.toBeNull();
    expect(banner?.nextElementSibling).toHaveTextContent('My order was to come yesterday.');
    expect(screen.getByText('Failed to send')).toBeVisible();
  });

  it('says that an image can not be had, and offers to try again', async () => {
    show(aMessage({ content_type: 'image', attachments: [anAttachment()] }));
    expect(await screen.findByText('Media not available')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  it.each([
    ['words', anEmail({ html: null, message: 'Plain words' }), 'Plain words'],
    ['sender', anEmail({ html: null }), 'Vikram Mehta <vikram@mail.example>'],
  ])('shows a plain mail’s %s', async (_, item, text) => {
    await showMail(item);
    expect(document.body).toHaveTextContent(text);
  });

  it('puts a mail into a frame where nothing runs', async () => {
    giveLayout();
    await showMail(anEmail());
    const frame = await screen.findByTitle('E-mail');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
    expect(frame.getAttribute('srcdoc')).toContain("default-src 'none'");
  });

  it('offers Retry only for a message that has a temp_id, to an agent who may reply', () => {
    const temp_id = '00000000-0000-4000-8000-000000000001';
    const { unmount } = show(aMessage({ ...own, temp_id, send_status: 'not_sent' }), () => undefined);
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
    unmount();
    show(aMessage({ ...own, temp_id, send_status: 'not_sent' }));
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});
