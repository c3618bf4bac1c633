import { Button, styled } from '@inbox/ui';
import { ImageOff, ShieldX } from 'lucide-react';
import { messages } from '../messages';

const Missing = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  opacity: 0.85;
`;

/** Says that a file cannot be shown (spec section 8). @param at where it is on the channel */
export const MediaMissing = ({ onRetry, at }: { onRetry?: () => void; at?: string | undefined }) => (
  <Missing>
    <ImageOff size={16} aria-hidden />
    {messages.mediaMissing}
    {at !== undefined && (
      <a href={at} target="_blank" rel="noopener noreferrer">
        {messages.comment.openMedia}
      </a>
    )}
    {onRetry && (
      <Button size="small" onClick={onRetry}>
        {messages.retry}
      </Button>
    )}
  </Missing>
);

/** What came with a virus, and is had nowhere. */
export const MediaInfected = () => (
  <Missing>
    <ShieldX size={16} aria-hidden />
    {messages.mediaInfected}
  </Missing>
);
