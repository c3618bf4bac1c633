import type { Note, NoteMedia } from '@inbox/domain';
import { formatFileSize } from '@inbox/domain';
import { formatNoteTime, isNoteImage } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { Button, color, styled } from '@inbox/ui';
import { fromHtml, isBlank, RichTextView } from '@inbox/ui/rich-text';
import { Download, ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { messages } from './messages';
import { NoteImage } from './note-image';

const Item = styled.li`
  display: flex;
  flex-direction: column;
  gap: 4px;
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface2};
  /* Those far below are laid out when they come near. */
  content-visibility: auto;
  contain-intrinsic-block-size: auto 72px;

  & > header {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 8px;
    font-size: 12px;
  }
  & > header > b {
    overflow-wrap: anywhere;
  }
  & > header > time {
    color: ${color.text2};
  }
  & > ul {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 4px 0 0;
    padding: 0;
    list-style: none;
  }
  & > ul > li {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
`;

const Linked = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  max-inline-size: 100%;
  color: ${color.accent};
  font-size: 12px;
  overflow-wrap: anywhere;
`;

const Name = styled.span`
  min-inline-size: 0;
  overflow-wrap: anywhere;
  white-space: normal;
  text-align: start;
`;

export function NoteItem({ note }: { note: Note }) {
  const text = useMemo(() => fromHtml(note.notes, isNoteImage), [note.notes]);
  return (
    <Item data-note-id={note.id}>
      <header>
        <b dir="auto">{note.agent_name}</b>
        <time dateTime={note.created_at}>{formatNoteTime(new Date(note.created_at))}</time>
      </header>
      {!isBlank(text) && <RichTextView text={text} Image={NoteImage} />}
      {note.media.length > 0 && (
        <ul aria-label={messages.files}>
          {note.media.map((media) => (
            <li key={media.url}>
              <Media media={media} />
            </li>
          ))}
        </ul>
      )}
    </Item>
  );
}

/** What a browser shows of a file's bytes by itself; a drawing, which may hold code, is only saved. */
const isShown = ({ content_type }: NoteMedia): boolean => /^image\/(?:png|jpeg|gif)$/.test(content_type);

function Media({ media }: { media: NoteMedia }) {
  if (media.size === null) {
    return (
      <Linked
        href={media.url}
        target="_blank"
        rel="noreferrer noopener"
        aria-label={messages.opensLink(media.file_name)}
        title={media.url}
      >
        <ExternalLink size={14} aria-hidden />
        <span dir="auto">{media.file_name}</span>
      </Linked>
    );
  }
  return (
    <>
      {isShown(media) && <NoteImage src={media.url} alt={media.file_name} width={null} />}
      <DownloadButton media={media} size={media.size} />
    </>
  );
}

function DownloadButton({ media: { url, file_name }, size }: { media: NoteMedia; size: number }) {
  const { api, toast } = usePanel();
  const download = async () => {
    const blob = await api.file(url).catch(() => null);
    if (blob === null) return toast('error', messages.downloadFailed);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = file_name;
    link.click();
    // The browser has begun with it by then.
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
  };
  return (
    <Button size="small" aria-label={messages.download(file_name)} onClick={() => void download()}>
      <Download size={14} aria-hidden />
      <Name dir="auto">
        {file_name} · {formatFileSize(size)}
      </Name>
    </Button>
  );
}

const REVOKE_MS = 60_000;
