import { styled } from '@inbox/ui';
import { useMemo } from 'react';
import { messages } from '../messages';
import { MessageText } from '../ui/message-text';
import { splitQuotedText } from './quoted/split-text';

const Quoted = styled.details`
  margin-block-start: 8px;

  & > summary {
    display: inline-block;
    padding: 0 8px;
    border: 1px solid currentColor;
    border-radius: 8px;
    font-size: 12px;
    line-height: 16px;
    list-style: none;
    cursor: pointer;
    opacity: 0.8;
  }
`;

/**
 * A text mail, with the earlier mails at its end folded.
 *
 * @param props.subject of the mail: a mail that was forwarded is not folded
 */
export function EmailText({ text, subject = '' }: { text: string; subject?: string }) {
  const { text: said, quoted } = useMemo(() => splitQuotedText(text, subject), [text, subject]);
  return (
    <div>
      <MessageText text={said} />
      {quoted !== '' && (
        <Quoted>
          <summary aria-label={messages.email.quoted} title={messages.email.quoted}>
            •••
          </summary>
          <MessageText text={quoted} />
        </Quoted>
      )}
    </div>
  );
}
