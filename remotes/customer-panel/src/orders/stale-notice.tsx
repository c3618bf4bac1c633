import { formatMessageTime, type IsoTime } from '@inbox/domain';
import { Button, color, styled } from '@inbox/ui';
import { messages } from '../messages';

const Notice = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-block-end: 8px;
  padding: 8px 12px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.warningSurface};
  color: ${color.warning};

  & > p {
    flex: 1 1 160px;
  }
`;

export interface StaleNoticeProps {
  /** Null: only what the shop has said by the way is known. */
  asOf: IsoTime | null;
  isReloading: boolean;
  onRetry(): void;
}

/** The shop did not answer: says of when what is shown is. */
export const StaleNotice = ({ asOf, isReloading, onRetry }: StaleNoticeProps) => (
  <Notice role="status">
    <p>{asOf === null ? messages.orderList.incomplete : messages.orderList.asOf(formatMessageTime(new Date(asOf)))}</p>
    <Button size="small" aria-disabled={isReloading} onClick={onRetry}>
      {messages.retry}
    </Button>
  </Notice>
);
