/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import type { ChannelFacts } from '@inbox/domain';
import { aMessage, anAttachment } from '@inbox/panel/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AgentWorkspace } from '../../../workspace/agent-workspace';
import { AgentWorkspaceContext } from '../../../workspace/agent-workspace-context';
import { createMediaStore } from '../../../media/media-store';
import { MessageView } from '../message-view';
import { MediaContext } from '../../../media/use-media';

function show(channel: ChannelFacts, more: Parameters<typeof aMessage>[0] = {}, isAdmin = false) {
  const store = createMediaStore(() => Promise.reject(new Error('gone')));
  const nothing = () => undefined;
  const item = aMessage({ message: 'Hello', channel, ...more });
  // Nothing else of it is asked for here.
  const session = { profile: { is_store_admin: isAdmin } } as AgentWorkspace;
  render(
    <AgentWorkspaceContext value={session}>
      <MediaContext value={store}>
        <MessageView
          entry={{ kind: 'item', key: '1', item, again: null }}
          self="Asha Menon"
          customer="Rohit Khanna"
          onAgain={nothing}
          onDiscard={nothing}
        />
      </MediaContext>
    </AgentWorkspaceContext>,
  );
  return screen.getByRole('article');
}

const referral = {
  source: 'ad',
  headline: 'Silk <img src=x onerror=alert(1)>',
  text: 'Woven to order',
  url: 'https://fb.me/ad1',
} as const;

describe('what a channel tells of a message', () => {
  it.each<[string, ChannelFacts, string]>([
    ['forwarded', { marks: ['forwarded'] }, 'Forwarded'],
    ['forwarded often', { marks: ['forwarded_often'] }, 'Forwarded many times'],
    ['view once', { marks: ['view_once'] }, 'View once'],
    ['an edit alone', { marks: ['original_unknown'] }, 'Edited. What it said before is not here.'],
    ['a group', { group: { sender: 'Nila' } }, 'Group message from Nila'],
  ])('says in words: %s', (_what, channel, words) => {
    expect(show(channel)).toHaveTextContent(words);
  });

  it.each([
    ['phone', 'Store, sent from the phone'],
    ['other_tool', 'Store, sent from another tool'],
  ] as const)('says where the shop wrote it: %s', (sent_from, words) => {
    const article = show({ sent_from }, { actor: 'merchant' });
    expect(article).toHaveTextContent(words);
    expect(article).toHaveAccessibleName(expect.stringContaining(words));
  });

  it('names who wrote in a group', () => {
    expect(show({ group: { sender: 'Nila' } })).toHaveAccessibleName(/^Nila, /);
  });

  it('shows what led here as a card, as text, with a link that tells nothing of this page', () => {
    show({ referral });
    const card = screen.getByRole('region', { name: 'Came from an advertisement' });
    expect(card).toHaveTextContent('Silk <img src=x onerror=alert(1)>');
    const link = within(card).getByRole('link', { name: 'Open fb.me' });
    expect(link).toHaveAttribute('href', 'https://fb.me/ad1');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(document.querySelector('img')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//x.example', 'https://'])('links to no %s', (url) => {
    show({ referral: { ...referral, url } });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('keeps the card’s picture apart from the files of the message', () => {
    const file = anAttachment({ id: 2, kind: 'document', filename: 'a.pdf', content_disposition: 'attachment' });
    show({ referral }, { attachments: [anAttachment({ size: 0 }), file] });
    expect(document.body).toHaveTextContent('a.pdf');
    expect(document.body).not.toHaveTextContent('Media not available');
  });

  it('shows reactions with who reacted', () => {
    show({
      reactions: [
        { actor: 'customer', name: null, emoji: '❤' },
        { actor: 'merchant', name: null, emoji: '🙏' },
        { actor: 'customer', name: 'Nila', emoji: '👍' },
      ],
    });
    const list = screen.getByRole('list', { name: 'Reactions' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.getAttribute('aria-label')),
    ).toEqual(['❤ from Rohit Khanna', '🙏 from Store', '👍 from Nila']);
  });

  it('shows what a message said before it was edited when asked', async () => {
    const edits = [{ message: 'Order 10', at: '2026-11-20T10:00:00.000Z' }];
    show({ edits }, { message: 'Order 101' });
    expect(screen.getByText('Order 10')).not.toBeVisible();
    await userEvent.click(screen.getByText('Edited'));
    expect(screen.getByText('Order 10')).toBeVisible();
  });

  it.each([true, false])('offers the raw message to store admins alone (%s)', (isAdmin) => {
    show({ raw_url: '/api/inbox/messages/1/raw/' }, { message_type: 'unsupported' }, isAdmin);
    expect(screen.queryAllByRole('button', { name: 'Show raw message' })).toHaveLength(isAdmin ? 1 : 0);
  });
});

it('says of a file with a virus that it has one, and offers nothing of it', () => {
  const attachment = anAttachment({ kind: 'document', filename: 'bill.pdf', size: 0, infected: true });
  const article = show({}, { content_type: 'document', message: '', attachments: [attachment] });
  expect(article).toHaveTextContent('This file has a virus, and is not kept here.');
  expect(screen.queryByRole('button', { name: /download/i })).toBeNull();
});

describe('Media not available', () => {
  it.each([
    ['a poll', { message_type: 'unsupported', message: 'A poll' }, false],
    ['what has no name', { message_type: 'unsupported', message: '' }, false],
    ['a picture that cannot be had', { message_type: 'unsupported', content_type: 'image', message: '' }, true],
    [
      'a quoted message that was taken back',
      { parent: { id: 3, actor: 'customer', message: '', attachment: null, deleted: true } },
      false,
    ],
  ] as const)('is said of %s: only of media', (_what, item, isMissing) => {
    const article = show({}, item);
    if (isMissing) expect(article).toHaveTextContent('Media not available');
    else expect(article).not.toHaveTextContent('Media not available');
  });
});
