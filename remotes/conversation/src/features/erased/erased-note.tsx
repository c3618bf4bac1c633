import type { IsoTime } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { format } from 'date-fns/format';
import { messages as panelMessages } from '../../messages';
import { messages } from './messages';

const Region = styled.section`
  flex: none;
  padding: 10px 16px 12px;
  border-block-start: 1px solid ${color.line};
  background: ${color.surface};

  & p {
    padding: 8px 12px;
    border-radius: 8px;
    background: ${color.surface2};
    color: ${color.text2};
    text-align: center;
  }
`;

/** In the place of the reply box. */
export default function ErasedNote({ at }: { at: IsoTime }) {
  return (
    <Region aria-label={panelMessages.reply}>
      <p role="status">{messages.erased(format(at, 'd MMM yyyy'))}</p>
    </Region>
  );
}
