import * as z from 'zod/mini';
import { messages } from '../../../platform/errors/messages';
import { WorkError } from '../../../platform/errors/errors';
import type { ComposeReply } from '../../../conversations/send/compose-reply';
import { externalIdSchema, filePartSchema } from '../../../platform/outbox/payloads';
import { findLastComment } from '../../../conversations/thread/reply-queries';
import { composeChat } from '../../chat-messages';

/** Instagram and Messenger; `to` is the customer's id as the page or account knows them. */
export const metaTextSchema = z.object({
  to: externalIdSchema,
  text: z.string().check(z.minLength(1)),
  reply_to_mid: z.nullable(z.string()),
});
export type MetaTextPayload = z.infer<typeof metaTextSchema>;

export const metaFileSchema = z.object({ to: externalIdSchema, file: filePartSchema });
export type MetaFilePayload = z.infer<typeof metaFileSchema>;

export const commentReplySchema = z.object({
  comment_id: externalIdSchema,
  text: z.string().check(z.minLength(1)),
});
export type CommentReplyPayload = z.infer<typeof commentReplySchema>;

/** Replies to direct messages of Instagram or Messenger. Files have no captions there, and quote nothing. */
export const composeDirectReply =
  (source: 'instagram' | 'messenger'): ComposeReply =>
  async (_db, reply) => ({
    parent: reply.quoted,
    messages: composeChat(
      source,
      {
        text: (to, text, quotes) => {
          const payload: MetaTextPayload = { to, text, reply_to_mid: quotes };
          return { kind: 'meta.text', payload };
        },
        file: (to, file) => {
          const payload: MetaFilePayload = { to, file };
          return { kind: 'meta.file', payload };
        },
      },
      reply,
    ),
  });

/** A public answer to the comment that is quoted, else to the last one. */
export const composeCommentReply: ComposeReply = async (db, { ticket, sender, reply, quoted }) => {
  const parent = quoted ?? (await findLastComment(db, ticket.merchant_id, ticket.conversation_id));
  if (parent?.external_id == null) throw new WorkError(404, messages.noComment, 'no_comment');
  const comment_id = parent.external_id;
  const payload: CommentReplyPayload = { comment_id, text: reply.message };
  return {
    parent,
    messages: [
      {
        text: reply.message,
        files: [],
        payload: { kind: 'comment.reply', payload },
        content_type: 'comment',
        external_id: null,
        post_id: parent.post_id,
        details: {
          username: sender.name,
          comment_parent: comment_id,
          comment_root: parent.details.comment_root ?? comment_id,
        },
      },
    ],
  };
};
