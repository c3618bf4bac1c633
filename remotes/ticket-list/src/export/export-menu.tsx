import type { ListFilters } from '@inbox/domain';
import { IconButton, lazyPart, Menu, preloadMenu } from '@inbox/ui';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { messages } from '../messages';

const ExportDialog = lazyPart(() => import('./export-dialog'));

export interface ExportControl {
  open: boolean;
  show(): void;
  hide(): void;
}

/** Whether the export's dialog is open: asked for by the list's menu, or by the shell's palette. */
export function useExport(): ExportControl {
  const [open, setOpen] = useState(false);
  return { open, show: () => setOpen(true), hide: () => setOpen(false) };
}

/** What is done with the list as a whole, and seldom. */
export function ListMenu({ onExport }: { onExport(): void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label={messages.listMenu}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preloadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={16} aria-hidden />
      </IconButton>
      <Menu
        anchor={anchor}
        label={messages.listMenu}
        items={[{ key: 'export', label: messages.export, onSelect: onExport }]}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}

/** The dialog while it is open; its code comes when it is first opened. */
export function Export({ control, filters }: { control: ExportControl; filters: ListFilters }) {
  if (!control.open) return null;
  return <ExportDialog filters={filters} onClose={control.hide} />;
}
