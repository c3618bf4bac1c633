import { describe, expect, it, jest } from '@jest/globals';
import { contentIdSchema, tempIdSchema, type CommentDraft, type ContentId, type PostComment } from '@inbox/domain';
import { createCommentDrafts } from './comment-drafts';

const id = contentIdSchema.parse(51);

function world() {
  const stored = new Map<ContentId, CommentDraft>();
  let made = 0;
  const drafts = createCommentDrafts(
    {
      load: (comment) => stored.get(comment) ?? null,
      save: (comment, draft) => void (draft ? stored.set(comment, draft) : stored.delete(comment)),
      onChange: () => () => undefined,
    },
    () => tempIdSchema.parse(`00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`),
    'It could not be sent.',
  );
  /** The comment with the answer below it that was sent as it is written now. */
  const answered = (): PostComment => {
    const { text = '', temp_id = null } = stored.get(id) ?? {};
    return { ...comment, children: [{ ...comment, id: contentIdSchema.parse(52), comment: text, temp_id }] };
  };
  return { drafts, stored, answered };
}

const comment: PostComment = {
  id,
  comment_id: 'c1',
  parent_id: null,
  root_comment_id: 'c1',
  agent_id: null,
  temp_id: null,
  username: 'rohit.k',
  comment: 'Price?',
  comment_dt_time: '2026-11-20T05:00:00.000Z',
  created_at: '2026-11-20T05:00:00.000Z',
  is_own: false,
  send_status: 'sent',
  hidden: false,
  deleted: false,
  error: null,
  attachments: [],
  edits: [],
  children: [],
};

/** An answer of the server that comes when the test says so. */
function held() {
  let resolve = (_words: string): void => undefined;
  let reject = (_error: Error): void => undefined;
  const answer = new Promise<string>((...end) => ([resolve, reject] = end));
  return { answer, resolve, reject };
}

describe('an answer to a comment', () => {
  it.each(['comes at last', 'never comes'])(
    'that a live event showed is no draft any more: the next one stays when its answer %s',
    async (how) => {
      const { drafts, stored, answered } = world();
      const { answer, resolve, reject } = held();
      drafts.change(id, { text: 'Rs 999' });
      const sending = drafts.send(id, () => answer);
      drafts.confirm(answered());
      expect(drafts.get(id)).toBeNull();
      drafts.change(id, { text: 'And free delivery' });
      if (how === 'comes at last') resolve('Rs 999');
      else reject(new Error('No answer.'));
      await sending;
      expect(drafts.get(id)).toMatchObject({ text: 'And free delivery', state: 'writing' });
      expect(stored.get(id)).toMatchObject({ text: 'And free delivery' });
    },
  );

  it('that was changed after it failed is a new one when the first has arrived after all', async () => {
    const { drafts, answered } = world();
    const work = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('No answer.'));
    drafts.change(id, { text: 'Rs 999' });
    await drafts.send(id, work);
    const arrived = answered();
    drafts.change(id, { text: 'Rs 899' });
    drafts.confirm(arrived);
    const kept = drafts.get(id);
    expect(kept).toMatchObject({ text: 'Rs 899', state: 'writing' });
    expect(kept?.temp_id).not.toBe(arrived.children[0]?.temp_id);
  });

  it('that was changed after it failed stays when the server answers with the first', async () => {
    const { drafts } = world();
    const tried: string[] = [];
    drafts.change(id, { text: 'Rs 999' });
    await drafts.send(id, () => Promise.reject(new Error('No answer.')));
    drafts.change(id, { text: 'Rs 899' });
    await drafts.send(id, ({ temp_id }) => {
      tried.push(temp_id);
      return Promise.resolve('Rs 999');
    });
    expect(drafts.get(id)).toMatchObject({ text: 'Rs 899', state: 'writing' });
    expect(tried).not.toContain(drafts.get(id)?.temp_id);
  });

  it('keeps what was chosen while it was on its way, when it fails', async () => {
    const { drafts } = world();
    const { answer, reject } = held();
    drafts.change(id, { text: 'Rs 999' });
    const sending = drafts.send(id, () => answer);
    drafts.change(id, { hide_comment: true });
    reject(new Error('No answer.'));
    await sending;
    expect(drafts.get(id)).toMatchObject({ hide_comment: true, state: { failed: 'No answer.' } });
  });
});
