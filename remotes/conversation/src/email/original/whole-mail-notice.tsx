import { formatFileSize } from '@inbox/domain';
import { Button, styled } from '@inbox/ui';
import { messages } from '../../messages';
import type { WholeMail } from './use-whole-mail';

const Notice = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  font-size: 12px;
  line-height: 16px;
`;

interface WholeMailNoticeProps {
  mail: WholeMail;
  /** UTF-16 units of all of it. */
  length: number;
  /** All of it is in its place. */
  isShown: boolean;
}

/** Says that a mail goes on, and brings the rest; nothing once that is there. */
export function WholeMailNotice({ mail: { state, load }, length, isShown }: WholeMailNoticeProps) {
  if (state === 'short' || isShown) return null;
  const { email } = messages;
  const isBusy = state === 'loading' || state === 'loaded';
  return (
    <Notice>
      <span role="status">{isBusy ? email.wholeLoading : email.isBeginning(formatFileSize(length))}</span>
      {state === 'failed' && <span role="alert">{email.wholeFailed}</span>}
      <Button size="small" disabled={isBusy} onClick={load}>
        {state === 'failed' ? messages.retry : email.showWhole}
      </Button>
    </Notice>
  );
}
