import { initials, type ConversationSource } from '@inbox/domain';
import { Camera, CircleHelp, Mail, MessageCircle, MessageSquareText, Phone, Zap, type LucideIcon } from 'lucide-react';
import { channelLabels } from '../messages';
import { styled } from '../theme/styled';
import { avatarColors, color } from '../theme/tokens';
import { VisuallyHidden } from '../theme/visually-hidden';

const Circle = styled.span`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  border-radius: 50%;
  color: #fff;
  font-weight: 600;
  letter-spacing: 0.02em;
`;

/** The same name has the same colour, everywhere and always. */
export function avatarColor(name: string): string {
  // FNV-1a; its upper bits are folded in, as the lower ones alone spread names badly over so few colours.
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return avatarColors[((hash ^ (hash >>> 15)) >>> 0) % avatarColors.length] ?? avatarColors[0];
}

export interface AvatarProps {
  name: string;
  /** Pixels; 36 by default. */
  size?: number;
  /** Marks the channel at the avatar's foot. */
  source?: ConversationSource;
}

/** Initials on a colour. Decoration beside the name itself, hence hidden from screen readers; the channel is not. */
export function Avatar({ name, size = 36, source }: AvatarProps) {
  return (
    <Circle
      style={{ inlineSize: size, blockSize: size, background: avatarColor(name), fontSize: Math.round(size * 0.36) }}
    >
      <span aria-hidden>{initials(name)}</span>
      {source && <ChannelMark source={source} attached />}
    </Circle>
  );
}

const channels: Record<ConversationSource, { icon: LucideIcon; background: string }> = {
  whatsapp: { icon: MessageCircle, background: '#1F8A4C' },
  email: { icon: Mail, background: '#5B6773' },
  instagram: { icon: Camera, background: '#C03D77' },
  messenger: { icon: Zap, background: '#2F6FDE' },
  phone: { icon: Phone, background: '#7D5AA8' },
  comment: { icon: MessageSquareText, background: '#8A6A1F' },
  other: { icon: CircleHelp, background: '#5B6773' },
};

const Mark = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  inline-size: 16px;
  block-size: 16px;
  flex: none;
  border-radius: 50%;
  color: #fff;

  &[data-attached] {
    position: absolute;
    inset-inline-end: -4px;
    inset-block-end: -3px;
    box-shadow: 0 0 0 2px ${color.surface};
  }
`;

/** The channel as a small mark: a colour, a sign, and its name for screen readers. */
export function ChannelMark({ source, attached }: { source: ConversationSource; attached?: boolean }) {
  const { icon: Icon, background } = channels[source];
  return (
    <Mark style={{ background }} title={channelLabels[source]} data-attached={attached || undefined}>
      <Icon size={10} strokeWidth={2.5} aria-hidden />
      <VisuallyHidden>{channelLabels[source]}</VisuallyHidden>
    </Mark>
  );
}
