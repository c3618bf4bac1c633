import { color, isComposing, keyframes, styled } from '@inbox/ui';
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

const appear = keyframes`from { opacity: 0; transform: translateY(-8px) }`;

const Box = styled.dialog`
  inline-size: min(560px, calc(100vw - 24px));
  max-block-size: min(560px, calc(100dvh - 24px));
  margin: min(12vh, 96px) auto auto;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: 12px;
  background: ${color.surface};
  color: ${color.text};
  box-shadow: 0 16px 48px rgb(0 0 0 / 28%);
  overflow: hidden;
  animation: ${appear} 120ms ease-out;

  &[open] {
    display: flex;
    flex-direction: column;
  }
  &::backdrop {
    background: rgb(0 0 0 / 32%);
  }
`;

/** A modal dialog of the browser's own; when it goes, the focus is back where it was. */
export function Modal({ label, onClose, children }: { label: string; onClose(): void; children: ReactNode }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = box.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }
  return (
    <Box
      ref={box}
      aria-label={label}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // What is pressed beside the dialog is pressed on its backdrop, which is the dialog element itself.
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </Box>
  );
}
