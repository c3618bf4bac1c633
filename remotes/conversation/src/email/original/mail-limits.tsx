import type { EmailMessage } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Button, color, styled } from '@inbox/ui';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messages } from '../../messages';
import { saveFile } from '../../media/use-media';

const Notice = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 8px 12px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  font-size: 13px;
  line-height: 20px;

  & > p {
    flex: 1 1 240px;
  }
`;

/** Long enough for the browser to begin saving. */
const KEPT_MS = 60_000;

type Shown = Pick<EmailMessage, 'id' | 'problem' | 'left_out' | 'original_url'>;

/** What of a mail is not shown, and why; its original has all of it. Nothing where everything is shown. */
export function MailLimits({ item }: { item: Shown }) {
  const words = wordsOf(item);
  if (words.length === 0) return null;
  return (
    <Notice role="note" aria-label={messages.email.limits.label}>
      <p>{words.join(' ')}</p>
      {typeof item.original_url === 'string' && (
        <DownloadOriginal url={item.original_url} filename={`mail-${item.id}.eml`} />
      )}
    </Notice>
  );
}

function wordsOf({ problem, left_out }: Shown): string[] {
  const { limits } = messages.email;
  return [
    ...(problem ? [limits.problem[problem]] : left_out?.unreadable ? [limits.unreadable[left_out.unreadable]] : []),
    ...(left_out?.letters ? [limits.letters] : []),
    ...(left_out?.text ? [limits.text] : []),
    ...(left_out && left_out.attachments > 0 ? [limits.attachments(left_out.attachments)] : []),
    ...(left_out && left_out.recipients > 0 ? [limits.recipients(left_out.recipients)] : []),
  ];
}

function DownloadOriginal({ url, filename }: { url: string; filename: string }) {
  const { api } = usePanel();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const download = async (): Promise<void> => {
    setState('loading');
    try {
      const src = URL.createObjectURL(await api.file(url));
      saveFile(src, filename);
      setTimeout(() => URL.revokeObjectURL(src), KEPT_MS);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button size="small" disabled={state === 'loading'} onClick={() => void download()}>
        <Download size={16} aria-hidden />
        {state === 'failed' ? messages.retry : messages.email.limits.download}
      </Button>
      {state === 'failed' && <p role="alert">{messages.email.originalFailed}</p>}
    </>
  );
}
