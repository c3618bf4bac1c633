import type { Ticket } from '@inbox/domain';
import { customerExportPath } from '@inbox/api/privacy';
import { usePanel } from '@inbox/panel';
import { IconButton, Menu, preloadDialog, preloadMenu } from '@inbox/ui';
import { EllipsisVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import { EraseDialog } from './erase-dialog';
import { messages } from './messages';

/** Long enough for every browser to have begun with the file. */
const REVOKE_MS = 60_000;

export interface CustomerMenuProps {
  ticket: Ticket;
  /** Of the customer, as they are known now. */
  name: string;
}

/** What a store admin can do with a customer's data. */
export default function CustomerMenu({ ticket, name }: CustomerMenuProps) {
  const { api, toast } = usePanel();
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isErasing, setErasing] = useState(false);
  const isExporting = useRef(false);

  async function exportData(): Promise<void> {
    if (isExporting.current) return;
    isExporting.current = true;
    toast('info', messages.exporting);
    try {
      const blob = await api.file(customerExportPath(ticket.conversation_id));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `${name}.zip`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
    } catch (error) {
      toast('error', `${messages.exportFailed} ${error instanceof Error ? error.message : ''}`.trim());
    } finally {
      isExporting.current = false;
    }
  }

  return (
    <>
      <IconButton
        ref={button}
        label={messages.more}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => {
          preloadMenu();
          preloadDialog();
        }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={18} aria-hidden />
      </IconButton>
      <Menu
        anchor={anchor}
        label={messages.more}
        items={[
          { key: 'export', label: messages.export, onSelect: () => void exportData() },
          { key: 'erase', label: messages.erase, onSelect: () => setErasing(true) },
        ]}
        onClose={() => setAnchor(null)}
      />
      {isErasing && <EraseDialog ticket={ticket} name={name} onClose={() => setErasing(false)} />}
    </>
  );
}
