import { isAd } from '@inbox/domain';
import { Chip, color, styled } from '@inbox/ui';
import { ExternalLink } from 'lucide-react';
import { messages } from '../../messages';
import { MessageText } from '../bubbles/message-text';
import type { CommentThread } from './comment-rows';

const Post = styled.header`
  display: flex;
  flex-direction: column;
  gap: 4px;
  padding: 10px 12px;
  border-block-end: 1px solid ${color.line};

  & > div:first-of-type {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    font-size: 12px;
    line-height: 16px;
    color: ${color.text2};
  }
  & a {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin-inline-start: auto;
  }
`;

/** A post's type in words: CAROUSEL_ALBUM is 'Carousel album'. */
function typeName(type: string): string {
  const words = type.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is commented on (spec section 3, Comment post). Its picture is the channel's: loading it would tell who reads this. */
export function PostDetails({ post }: Pick<CommentThread, 'post'>) {
  const link = post.permalink !== null && /^https?:\/\//i.test(post.permalink) ? post.permalink : null;
  return (
    <Post>
      <div>
        <strong dir="auto">{messages.comment.post(post.merchant_name)}</strong>
        {post.post_type !== null && <Chip>{typeName(post.post_type)}</Chip>}
        {isAd(post) && <Chip tone="accent">{messages.comment.ad}</Chip>}
        {link !== null && (
          <a href={link} target="_blank" rel="noopener noreferrer nofollow">
            {messages.comment.openPost}
            <ExternalLink size={14} aria-hidden />
          </a>
        )}
      </div>
      {post.post_caption !== null && <MessageText text={post.post_caption} />}
    </Post>
  );
}
