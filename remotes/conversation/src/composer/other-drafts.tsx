import type { TicketId } from '@inbox/domain';
import { Button, color, styled } from '@inbox/ui';
import { messages } from '../messages';
import type { Drafts } from '../drafts/drafts';
import type { OtherDraft } from '../drafts/draft-view';
import { replyMessages } from '../reply-messages';

const List = styled.ul`
  margin: 0 0 8px;
  padding: 0;
  list-style: none;
  border-radius: 8px;
  background: ${color.accentSurface};
  font-size: 13px;

  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 4px 12px;
  }
  & p {
    flex: 1;
    min-inline-size: 160px;
    max-block-size: 54px;
    overflow-y: auto;
    overflow-wrap: anywhere;
  }
  & b {
    display: block;
    color: ${color.text2};
    font-weight: 500;
  }
`;

interface OtherDraftsProps {
  drafts: Drafts;
  ticketId: TicketId;
  others: readonly OtherDraft[];
  /** What is read of a text; the text itself when left out. */
  wordsOf?(text: string): string;
}

/** What the agent has written to the same ticket in another tab: it takes the place of this one's words by a click. */
export default function OtherDrafts({ drafts, ticketId, others, wordsOf = (text) => text }: OtherDraftsProps) {
  return (
    <List aria-label={replyMessages.otherTab.title}>
      {others.map((other) => {
        const summary = [wordsOf(other.text), ...other.attachments.map(({ file_name }) => file_name)]
          .filter(Boolean)
          .join(' · ');
        return (
          <li key={other.key}>
            <p dir="auto">
              <b>{replyMessages.otherTab.title}</b>
              {summary}
            </p>
            <Button
              size="small"
              aria-label={replyMessages.otherTab.useLabel(summary)}
              onClick={() => drafts.use(ticketId, other)}
            >
              {replyMessages.otherTab.use}
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={replyMessages.otherTab.discardLabel(summary)}
              onClick={() => drafts.discardOther(other)}
            >
              {messages.discard}
            </Button>
          </li>
        );
      })}
    </List>
  );
}
