import { ApiError } from '@inbox/api';
import {
  newTempId,
  type ContentItem,
  type ConversationId,
  type ConversationSource,
  type PostComment,
  type TempId,
  type Ticket,
} from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useMemo } from 'react';
import { messages } from '../../messages';
import { useApplyFacts } from '../state/apply-facts';

/** Where the comments are: everything that a call needs beside the comment itself. */
export interface CommentPlace {
  conversation_id: ConversationId;
  conversation_source: ConversationSource;
  post_id: string;
}

/** Each answers the words that stand at the server, and rejects with words for people. */
export interface CommentActions {
  reply(to: PostComment, index: number, answer: { text: string; hide: boolean; temp_id: TempId }): Promise<string>;
  /** Sends an answer once more that failed: the same one, by its `temp_id`. */
  again(answer: PostComment, index: number): Promise<string>;
  hide(comment: PostComment, index: number): Promise<string>;
  remove(comment: PostComment, index: number): Promise<string>;
}

export function useCommentActions({ conversation_id, conversation_source, post_id }: CommentPlace): CommentActions {
  const { api, bus } = usePanel();
  const applyFacts = useApplyFacts();
  return useMemo(() => {
    const settle = async (call: Promise<{ item: ContentItem; ticket: Ticket }>) => {
      try {
        const { item, ticket } = await call;
        applyFacts({ tickets: [ticket], items: [item] });
        bus.emit('ticket.changed', { tickets: [ticket] });
        return item.content_type === 'log' ? item.comment : item.message;
      } catch (error) {
        throw new Error(error instanceof ApiError ? error.message : messages.comment.failed, { cause: error });
      }
    };
    const ofComment = (comment: PostComment, index: number) => {
      if (comment.comment_id === null) throw new Error(messages.comment.failed);
      return { conversation_source, post_id, comment_id: comment.comment_id, index };
    };
    return {
      reply: async (to, index, { text, hide, temp_id }) =>
        settle(
          api.commentReply({
            body: { ...ofComment(to, index), conversation_id, temp_id, comment: text, hide_comment: hide },
          }),
        ),
      again: async ({ parent_id, temp_id, comment }, index) => {
        if (parent_id === null || temp_id === null) throw new Error(messages.comment.failed);
        const body = { conversation_id, conversation_source, post_id, comment_id: parent_id, index };
        return settle(api.commentReply({ body: { ...body, temp_id, comment, hide_comment: false } }));
      },
      hide: async (comment, index) =>
        settle(
          api.commentReply({
            body: {
              ...ofComment(comment, index),
              conversation_id,
              temp_id: newTempId(),
              comment: '',
              hide_comment: true,
            },
          }),
        ),
      remove: async (comment, index) => settle(api.commentDelete({ body: ofComment(comment, index) })),
    };
  }, [api, bus, applyFacts, conversation_id, conversation_source, post_id]);
}
