import type { Attachment } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { useEffect, useRef, useState } from 'react';
import { useGallery } from './gallery';
import { viewerMessages } from './messages';
import { ViewedImage } from './viewed-image';

const Screen = styled.dialog`
  inline-size: 100vw;
  block-size: 100dvh;
  max-inline-size: none;
  max-block-size: none;
  padding: 0;
  border: 0;
  color: #fff;
  background: rgb(10 14 18 / 0.94);
  overflow: hidden;

  &[open] {
    display: flex;
    flex-direction: column;
  }
`;

interface ImageViewerProps {
  first: Attachment;
  onClose(): void;
}

/**
 * The images of the thread at full size, one after the other. They stay `img`s in this page: opened in a tab of its own,
 * an SVG from a customer would run as a document of our origin. A modal dialog keeps the focus in it, and gives it back.
 */
export default function ImageViewer({ first, onClose }: ImageViewerProps) {
  const gallery = useGallery()();
  const [shown, setShown] = useState(first);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    element.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const index = gallery.findIndex(({ id }) => id === shown.id);
  const previous = index > 0 ? gallery[index - 1] : undefined;
  const next = index === -1 ? undefined : gallery[index + 1];
  return (
    <Screen
      ref={dialog}
      aria-label={shown.filename}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The thread has keys of its own, and is behind this.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <ViewedImage
        key={shown.id}
        attachment={shown}
        place={index === -1 || gallery.length < 2 ? null : viewerMessages.place(index + 1, gallery.length)}
        onPrevious={previous && (() => setShown(previous))}
        onNext={next && (() => setShown(next))}
        onClose={onClose}
      />
    </Screen>
  );
}
