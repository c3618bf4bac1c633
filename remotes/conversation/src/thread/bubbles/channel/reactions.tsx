import type { Reaction } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { messages } from '../../../messages';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin: -8px 8px 0;
  padding: 0;
  list-style: none;
  position: relative;

  & > li {
    max-inline-size: 160px;
    padding: 1px 8px;
    overflow: hidden;
    border: 1px solid ${color.line};
    border-radius: 12px;
    background: ${color.surface};
    color: ${color.text};
    font-size: 14px;
    line-height: 20px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** How people have reacted to a message, at its lower edge. */
export function Reactions({ reactions, customer }: { reactions: readonly Reaction[]; customer: string }) {
  const nameOf = ({ actor, name }: Reaction) => (actor === 'merchant' ? messages.merchant : (name ?? customer));
  /** People may have one name, and react alike; their keys differ. */
  const shown = reactions.map((reaction, at) => ({ key: `${at} ${reaction.emoji}`, reaction }));
  return (
    <List aria-label={messages.channel.reactions}>
      {shown.map(({ key, reaction }) => (
        <li
          key={key}
          title={messages.channel.reactedBy(nameOf(reaction))}
          aria-label={`${reaction.emoji} ${messages.channel.reactedBy(nameOf(reaction))}`}
        >
          {reaction.emoji}
        </li>
      ))}
    </List>
  );
}
