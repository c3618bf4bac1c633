/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST, type CommentItem } from '@inbox/domain';
import {
  aComment,
  aLiveEvent,
  anAttachment,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
} from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';
import { giveLayout } from '../../testing/layout';

const ticket = aTicket({ id: 5, conversation_id: 105, conversation_source: 'comment', full_name: 'rohit.k' });
const of = { ticket_id: 5, conversation_id: 105 } as const;
const root = aComment({ ...of, id: 51, comment_id: 'c1', root_comment_id: 'c1' });
const answer = aComment({
  ...of,
  id: 52,
  comment_id: 'c2',
  parent_id: 'c1',
  root_comment_id: 'c1',
  actor: 'merchant',
  username: 'kurta.house',
  message: 'Yes, from Monday!',
});

const FIRST_TRY = '0b6f1c1e-8c1d-4a55-9d0e-5d1f0f6c7a01' as NonNullable<CommentItem['temp_id']>;

async function show(items: CommentItem[], answers: Answers = {}) {
  const content = () => ({
    ticket,
    siblings: [],
    content: items,
    oldest_timestamp: END_OF_LIST,
    seq: 0,
    server_time: new Date().toISOString(),
  });
  const fake = createFakePorts({ open: ticket.id, answers: { allAgents: () => [], content, ...answers } });
  await mountPanel(panel, { fake });
  await screen.findByText(items[0]?.message ?? '');
  return fake;
}

const sent = (fake: Awaited<ReturnType<typeof show>>, name: 'commentReply' | 'commentDelete') =>
  fake.calls.filter((call) => call.name === name).map((call) => call.input);
const comment = (name: RegExp) => screen.getByRole('article', { name });
const answering: Answers['commentReply'] = () => ({
  item: { ...answer, id: 53 as typeof answer.id, message: 'On sale now' },
  ticket,
});

describe('comments under a post', () => {
  beforeEach(() => {
    localStorage.clear();
    giveLayout();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  });

  it('show their picture, and what they were before an edit', async () => {
    const photo = anAttachment({ id: 7 });
    const before = anAttachment({ id: 8, kind: 'document', filename: 'before.pdf' });
    const edits = [
      { message: 'Price?', at: root.created_at },
      { message: '', at: root.created_at, attachments: [before] },
    ];
    await show([answer, { ...root, message: '', attachments: [photo], edits }]);
    const shown = comment(/rohit\.k/);
    // No server answers for the file.
    expect(await within(shown).findByText('Media not available')).toBeVisible();
    await userEvent.click(within(shown).getByText('Edited'));
    const list = within(shown).getByRole('list', { name: 'What it said before' });
    expect(within(list).getByText('Price?')).toBeVisible();
    expect(within(list).getByText('before.pdf')).toBeVisible();
  });

  it('stand below the post, each with the answers to it', async () => {
    await show([root, answer]);
    expect(screen.getByText('Post by Kurta House')).toBeVisible();
    expect(screen.getByText('The festive collection is here.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open post' })).toHaveAttribute(
      'href',
      'https://www.instagram.com/p/CxYz/',
    );
    expect(within(comment(/^rohit.k/)).getByRole('article', { name: /^kurta.house/ })).toHaveTextContent('from Monday');
  });

  it('say that a post is an advertisement, and lead nowhere unsafe', async () => {
    await show([aComment({ ...of, post: { ...root.post, post_ad_type: 'FEED', permalink: 'javascript:alert(1)' } })]);
    expect(screen.getByText('ad')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Open post' })).toBeNull();
  });

  it('show the picture that the inbox keeps of the post', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
    const asked: string[] = [];
    await show([{ ...root, post: { ...root.post, post_url: '/api/inbox/posts/7/picture/' } }], {
      file: (path) => {
        asked.push(path);
        return new Blob(['picture'], { type: 'image/png' });
      },
    });
    await waitFor(() => expect(document.querySelector('img')).toHaveAttribute('src', 'blob:picture'));
    expect(asked).toEqual(['/api/inbox/posts/7/picture/']);
  });

  it('can be sent once more when an answer failed, as the same answer', async () => {
    const failed: CommentItem = {
      ...answer,
      comment_id: null,
      send_status: 'not_sent',
      error_message: 'No permission.',
      temp_id: FIRST_TRY,
    };
    const sending = () => ({
      item: { ...failed, rev: 2, send_status: 'sending', error_message: null } as const,
      ticket,
    });
    const fake = await show([root, failed], { commentReply: sending });
    expect(screen.getByText('Failed to send')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('Failed to send')).toBeNull());
    expect(sent(fake, 'commentReply')).toMatchObject([
      { body: { comment_id: 'c1', temp_id: FIRST_TRY, comment: 'Yes, from Monday!', hide_comment: false } },
    ]);
  });

  it('are answered in place, hiding the comment if asked', async () => {
    const fake = await show([root], { commentReply: answering });
    await userEvent.click(within(comment(/^rohit.k/)).getByRole('button', { name: 'Reply' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Hide this comment from others' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Reply to rohit.k' }), 'On sale now{Enter}');
    expect(await screen.findByText('On sale now')).toBeVisible();
    expect(sent(fake, 'commentReply')).toMatchObject([
      { body: { comment: 'On sale now', comment_id: 'c1', post_id: root.post.post_id, hide_comment: true, index: 0 } },
    ]);
    expect(screen.queryByRole('textbox', { name: 'Reply to rohit.k' })).toBeNull();
  });

  it('keep a half-written answer, and its temp_id, through a failure and a reload', async () => {
    const first = await show([root], {
      commentReply: () => Promise.reject(new ApiError('refused', 'The post is gone.')),
    });
    await userEvent.click(within(comment(/^rohit.k/)).getByRole('button', { name: 'Reply' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Reply to rohit.k' }), 'Again{Enter}');
    expect(await screen.findByText('The post is gone.')).toBeVisible();
    document.body.replaceChildren();
    const second = await show([root], { commentReply: answering });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Reply to rohit.k' }), '{Enter}');
    await waitFor(() => expect(sent(second, 'commentReply')).toEqual(sent(first, 'commentReply')));
  });

  it('are hidden by a call without words', async () => {
    const hidden = () => ({ item: { ...root, rev: 2, hidden: true }, ticket });
    const fake = await show([root], { commentReply: hidden });
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Hidden')).toBeVisible();
    expect(sent(fake, 'commentReply')).toMatchObject([{ body: { comment: '', hide_comment: true, comment_id: 'c1' } }]);
    expect(screen.queryByRole('button', { name: 'Hide' })).toBeNull();
  });

  it('are deleted only on a second yes', async () => {
    const gone = () => ({ item: { ...root, rev: 2, deleted: true, message: '' }, ticket });
    const fake = await show([root], { commentDelete: gone });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent(fake, 'commentDelete')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByText('Delete this comment for everyone?')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This message was deleted by the sender')).toBeVisible();
    expect(sent(fake, 'commentDelete')).toMatchObject([{ body: { comment_id: 'c1', index: 0 } }]);
  });

  it('come and change live', async () => {
    const fake = await show([root]);
    const edited = { ...root, rev: 2, message: 'Is it there in green?' };
    act(() => fake.emitLive({ ...aLiveEvent({ type: 'conversations.new_comment' }), items: [answer, edited] }));
    expect(await screen.findByText('Yes, from Monday!')).toBeVisible();
    expect(screen.getByText('Is it there in green?')).toBeVisible();
  });

  it('are only read by an agent who may not answer', async () => {
    const closed = { ...ticket, status: 'closed' } as const;
    await show([root], {
      content: () => ({
        ticket: closed,
        siblings: [],
        content: [root],
        oldest_timestamp: END_OF_LIST,
        seq: 0,
        server_time: new Date().toISOString(),
      }),
    });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
