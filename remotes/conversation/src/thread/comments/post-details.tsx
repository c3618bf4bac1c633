import { isAd } from '@inbox/domain/conversation';
import { Chip, color, styled } from '@inbox/ui';
import { ExternalLink } from 'lucide-react';
import { messages } from '../../messages';
import { MessageText } from '../../ui/message-text';
import { useMedia } from '../../media/use-media';
import type { CommentThread } from '../state/comment-rows';

const Post = styled.header`
  display: flex;
  gap: 12px;
  padding: 10px 12px;
  border-block-end: 1px solid ${color.line};

  & > div {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    flex-direction: column;
    gap: 4px;
  }
  & > div > div:first-of-type {
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

const Picture = styled.div`
  flex: none;
  inline-size: 56px;
  block-size: 56px;
  overflow: hidden;
  border-radius: 8px;
  background: ${color.surface2};

  & > img {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
`;

/** The post's picture, or the still of its video, as the inbox keeps it. The caption beside it says what it is about. */
function PostPicture({ path }: { path: string }) {
  const media = useMedia(path);
  if (media.state === 'failed') return null;
  return <Picture>{media.state === 'ready' && <img src={media.src} alt="" />}</Picture>;
}

/** A post's type in words: CAROUSEL_ALBUM is 'Carousel album'. */
function typeName(type: string): string {
  const words = type.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is commented on (spec section 3, Comment post). */
export function PostDetails({ post }: Pick<CommentThread, 'post'>) {
  const link = post.permalink !== null && /^https?:\/\//i.test(post.permalink) ? post.permalink : null;
  return (
    <Post>
      {post.post_url !== null && <PostPicture path={post.post_url} />}
      <div>
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
      </div>
    </Post>
  );
}
