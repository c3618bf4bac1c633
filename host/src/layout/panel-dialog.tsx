import { color, IconButton, styled } from '@inbox/ui';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type CatalogPanel, PanelSlot } from '@inbox/shell/panels';
import { useWasWanted } from '../panels/use-was-wanted';

const Box = styled.dialog`
  inline-size: min(720px, calc(100vw - 24px));
  block-size: min(640px, calc(100dvh - 24px));
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: 12px;
  background: ${color.surface};
  color: ${color.text};
  overflow: hidden;

  &[open] {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
  }
  &::backdrop {
    background: rgb(0 0 0 / 32%);
  }
`;

const Head = styled.div`
  display: flex;
  justify-content: flex-end;
  padding: 6px 8px;
`;

interface PanelDialogProps {
  panel: CatalogPanel;
  visible: boolean;
  onClose(): void;
}

/** A panel over the page, in a modal dialog of the browser's own. */
export function PanelDialog({ panel, visible, onClose }: PanelDialogProps) {
  const wasWanted = useWasWanted(panel, visible);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!visible) return;
    const before = document.activeElement;
    const dialog = box.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [visible]);
  return (
    <Box
      ref={box}
      aria-label={panel.description.title}
      data-slot="overlay"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {panel.description.toggle?.close !== undefined && (
        <Head>
          <IconButton label={panel.description.toggle.close} onClick={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        </Head>
      )}
      {wasWanted && <PanelSlot panel={panel} />}
    </Box>
  );
}
