import { color, layer, styled } from '@inbox/ui';
import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { messages } from '../../messages';

const Zone = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.overlay};
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 8px;
  padding: 24px;
  border: 3px dashed ${color.accent};
  background: color-mix(in srgb, ${color.accentSurface} 92%, transparent);
  backdrop-filter: blur(6px);
  color: ${color.accent};
  font-size: 17px;
  text-align: center;
  overflow-wrap: anywhere;
`;

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** While files are dragged over the page it is one place to drop them, for the reply to the ticket that is open. */
export function DropZone({ to, onFiles }: { to: string; onFiles(files: File[]): void }) {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent((files: File[]) => onFiles(files));

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Without anything it goes to, it has left the page.
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      drop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  if (!over) return null;
  return (
    <Zone data-drop-zone>
      <Upload size={40} aria-hidden />
      <b dir="auto">{messages.files.drop(to)}</b>
    </Zone>
  );
}
