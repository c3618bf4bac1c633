import { usePanel, useCopy } from '@inbox/panel';
import { Button, color, IconButton, Skeleton, styled } from '@inbox/ui';
import { Download, X, Check, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { messages } from '../../messages';
import { saveFile } from '../../media/use-media';

/** Characters: a mail with large files would keep the page busy for nothing that anybody reads. */
const SHOWN = 300_000;

const Dialog = styled.dialog`
  inline-size: min(960px, 100vw - 32px);
  block-size: min(800px, 100dvh - 32px);
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: 12px;
  background: ${color.surface};
  color: ${color.text};

  &[open] {
    display: flex;
    flex-direction: column;
  }
  &::backdrop {
    background: rgb(10 14 18 / 0.5);
  }
  & > header {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 12px 16px;
    border-block-end: 1px solid ${color.line};
  }
  & h2 {
    flex: 1;
    font-size: 16px;
  }
  & > p {
    padding: 8px 16px;
    color: ${color.text2};
  }
  & > textarea {
    flex: 1;
    min-block-size: 0;
    margin: 0;
    padding: 16px;
    border: 0;
    background: transparent;
    resize: none;
    font:
      12px/16px ui-monospace,
      SFMono-Regular,
      Consolas,
      monospace;
  }
`;

type State = { kind: 'loading' } | { kind: 'failed' } | { kind: 'ready'; src: string; text: string };

interface OriginalDialogProps {
  title?: string;
  url: string;
  filename: string;
  /** Makes the text easier to read; the download stays as it came. */
  format?: (text: string) => string;
  onClose(): void;
}

const asItCame = (text: string): string => text;

/** The bytes of a mail or message as they came, as text that nothing is made of. */
export default function OriginalDialog({
  title: heading = messages.email.originalTitle,
  url,
  filename,
  format = asItCame,
  onClose,
}: OriginalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { api } = usePanel();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const ended = new AbortController();
    let src: string | null = null;
    setState({ kind: 'loading' });
    api
      .file(url, { signal: ended.signal })
      .then(async (blob) => {
        const text = format(await blob.text());
        if (ended.signal.aborted) return;
        src = URL.createObjectURL(blob);
        setState({ kind: 'ready', src, text });
      })
      .catch(() => {
        if (!ended.signal.aborted) setState({ kind: 'failed' });
      });
    return () => {
      ended.abort();
      if (src !== null) URL.revokeObjectURL(src);
    };
  }, [api, url, attempt, format]);

  return (
    <Dialog ref={dialog} aria-labelledby={title} onClose={onClose}>
      <header>
        <h2 id={title}>{heading}</h2>
        {state.kind === 'ready' && (
          <>
            <CopyText text={state.text} />
            <Button size="small" onClick={() => saveFile(state.src, filename)}>
              <Download size={16} aria-hidden />
              {messages.email.downloadOriginal}
            </Button>
          </>
        )}
        <IconButton label={messages.email.closeOriginal} onClick={() => dialog.current?.close()}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      {state.kind === 'loading' && <Skeleton height={120} />}
      {state.kind === 'failed' && (
        <p role="alert">
          {messages.email.originalFailed}{' '}
          <Button size="small" onClick={() => setAttempt((count) => count + 1)}>
            {messages.retry}
          </Button>
        </p>
      )}
      {state.kind === 'ready' && (
        <>
          {state.text.length > SHOWN && <p>{messages.email.originalCut}</p>}
          <textarea readOnly aria-labelledby={title} value={state.text.slice(0, SHOWN)} />
        </>
      )}
    </Dialog>
  );
}

/** Copies a text, and says so for three seconds. */
function CopyText({ text }: { text: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <Button size="small" aria-live="polite" onClick={() => copy(text)}>
      {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {isCopied ? messages.copied : messages.copy}
    </Button>
  );
}
