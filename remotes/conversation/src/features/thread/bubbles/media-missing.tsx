import { Button, styled } from '@inbox/ui';
import { ImageOff, ShieldX } from 'lucide-react';
import { messages } from '../../../messages';

const Missing = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  opacity: 0.85;
`;

/** What cannot be shown (spec section 8). */
export const MediaMissing = ({ onRetry }: { onRetry?: () => void }) => (
  <Missing>
    <ImageOff size={16} aria-hidden />
    {messages.mediaMissing}
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
