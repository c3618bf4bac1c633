import { formatFileSize, type Attachment } from '@inbox/domain';
import { Button, Spinner, styled } from '@inbox/ui';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { messages } from '../../messages';
import { MediaMissing } from '../../media/media-missing';
import { useMediaStore, saveFile } from '../../media/use-media';

const File = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-inline-size: 0;

  & > span {
    flex: 1;
    min-inline-size: 0;
  }
  & bdi {
    display: block;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & small {
    display: block;
    font-size: 12px;
    line-height: 16px;
    opacity: 0.85;
  }
`;

/** By its name, too: one that a customer sends is told as bytes without a meaning. */
export const isSvg = ({ content_type, filename }: Pick<Attachment, 'content_type' | 'filename'>) =>
  content_type === 'image/svg+xml' || /\.svgz?$/i.test(filename);

type DownloadState = 'idle' | 'loading' | 'failed';

/** A file to save, with its name and size (spec section 5). */
export function DocumentAttachment({ attachment }: { attachment: Attachment }) {
  const store = useMediaStore();
  const [state, setState] = useState<DownloadState>('idle');
  const download = async () => {
    setState('loading');
    const { url, release } = store.hold(attachment.url);
    try {
      saveFile(await url, attachment.filename);
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      release();
    }
  };
  return (
    <>
      <File>
        <FileText size={24} aria-hidden />
        <span>
          <bdi>{attachment.filename}</bdi>
          <small>{formatFileSize(attachment.size)}</small>
          {isSvg(attachment) && <small>{messages.svgNotShown}</small>}
        </span>
        <Button
          size="small"
          aria-label={messages.download(attachment.filename)}
          disabled={state === 'loading'}
          onClick={() => void download()}
        >
          {state === 'loading' ? <Spinner /> : <Download size={16} aria-hidden />}
        </Button>
      </File>
      {state === 'failed' && <MediaMissing onRetry={() => void download()} />}
    </>
  );
}
