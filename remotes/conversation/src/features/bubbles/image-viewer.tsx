import { IconButton, styled } from '@inbox/ui';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messages } from '../../messages';

const Screen = styled.dialog`
  inline-size: 100vw;
  block-size: 100vh;
  max-inline-size: none;
  max-block-size: none;
  padding: 16px;
  border: 0;
  background: rgb(10 14 18 / 0.92);

  &[open] {
    display: flex;
    align-items: center;
    justify-content: center;
  }
  & > img {
    max-inline-size: 100%;
    max-block-size: 100%;
    object-fit: contain;
  }
  & > div {
    position: absolute;
    inset-block-start: 12px;
    inset-inline-end: 12px;
  }
`;

/**
 * An image at full size. It stays an `img` in this page: opened in a tab of its own, an SVG from a customer would run
 * as a document of our origin.
 */
export function ImageViewer({ src, name, onClose }: { src: string; name: string; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <Screen ref={dialog} aria-label={name} onClose={onClose} onClick={onClose}>
      <img src={src} alt={name} />
      <div>
        <IconButton label={messages.closeImage} variant="secondary" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
    </Screen>
  );
}
