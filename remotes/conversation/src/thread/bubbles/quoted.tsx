import { withoutMarkup, type ParentMessage } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { messages } from '../../messages';
import { useGoTo } from '../find/go-to';

const Quote = styled.blockquote`
  margin: 0;
  padding-inline-start: 8px;
  border-inline-start: 3px solid currentColor;
  font-size: 12px;
  line-height: 16px;

  & > button {
    display: block;
    inline-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  & strong {
    font-weight: 600;
  }
  & span {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
`;

/** The message that is answered; pressed, the thread goes to it. */
export function Quoted({ parent, customer }: { parent: ParentMessage; customer: string }) {
  const goTo = useGoTo();
  const words = parent.deleted === true ? messages.deleted : withoutMarkup(parent.message);
  const what = words || (parent.attachment ? messages.media[parent.attachment] : messages.channel.notHandedOut);
  const author = parent.actor === 'customer' ? customer : messages.merchant;
  return (
    <Quote>
      <button type="button" title={messages.goToQuoted} onClick={() => goTo(parent.id)}>
        <strong dir="auto">{author}</strong>
        <span dir="auto">{what}</span>
      </button>
    </Quote>
  );
}
