import type { ChannelFacts } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { messages } from '../../../messages';

/** A line above a message that says something about it. */
export const Note = styled.p`
  margin: 0;
  font-size: 12px;
  line-height: 16px;
  font-style: italic;
  overflow-wrap: anywhere;
`;

/** What a channel says about a message, above it: that it was written in a group, forwarded, or can be viewed once. */
export function ChannelNotes({ channel }: { channel: ChannelFacts }) {
  const { group, marks = [] } = channel;
  return (
    <>
      {group && <Note dir="auto">{messages.channel.inGroup(group.sender)}</Note>}
      {marks.map((mark) => (
        <Note key={mark}>{messages.channel.marks[mark]}</Note>
      ))}
    </>
  );
}
