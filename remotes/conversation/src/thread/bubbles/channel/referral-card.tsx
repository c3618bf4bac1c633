import type { Attachment, Referral } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { ExternalLink } from 'lucide-react';
import { messages } from '../../../messages';
import { useMedia } from '../../../media/use-media';

const Card = styled.section`
  display: flex;
  gap: 10px;
  padding: 8px 10px;
  border: 1px solid currentColor;
  border-radius: 8px;

  & > div {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    flex-direction: column;
    gap: 2px;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: 12px;
    line-height: 16px;
  }
  & strong {
    font-weight: 600;
  }
  & p {
    display: -webkit-box;
    margin: 0;
    overflow: hidden;
    font-size: 12px;
    line-height: 16px;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
  }
  & a {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-block-size: 24px;
    font-size: 12px;
    line-height: 16px;
    color: inherit;
  }
`;

const Picture = styled.img`
  flex: none;
  inline-size: 64px;
  block-size: 64px;
  border-radius: 6px;
  object-fit: cover;
`;

/** What led the customer to the shop: an advertisement, a post, a link. */
export function ReferralCard({ referral, picture }: { referral: Referral; picture: Attachment | undefined }) {
  const { source, headline, text, url } = referral;
  const link = url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : null;
  return (
    <Card aria-label={messages.channel.referral[source]}>
      {picture !== undefined && picture.size > 0 && <CardPicture path={picture.url} />}
      <div>
        <small>{messages.channel.referral[source]}</small>
        {headline !== '' && <strong dir="auto">{headline}</strong>}
        {text !== '' && <p dir="auto">{text}</p>}
        {link !== null && (
          <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
            {messages.channel.openLink(link.host)}
            <ExternalLink size={14} aria-hidden />
          </a>
        )}
      </div>
    </Card>
  );
}

/** Decoration: the headline beside it says what it is about. */
function CardPicture({ path }: { path: string }) {
  const media = useMedia(path);
  return media.state === 'ready' ? <Picture src={media.src} alt="" /> : null;
}
