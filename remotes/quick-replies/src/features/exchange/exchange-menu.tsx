import type { QuickReply } from '@inbox/domain';
import { IconButton, Menu, preloadMenu } from '@inbox/ui';
import { ArrowDownUp } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { messages } from '../../messages';
import type { Notify } from '../../parts/use-notices';
import type { ImportDialogProps } from './import-dialog';

/** Both are loaded when they are first asked for, with the library that reads and writes CSV. */
const loadDialog = () => import('./import-dialog');
const loadExport = () => Promise.all([import('./csv'), import('./save-file')]);

export interface ExchangeMenuProps {
  replies: readonly QuickReply[];
  notify: Notify;
  onImported(): void;
}

/** Import and export of the whole list, as CSV. */
export function ExchangeMenu({ replies, notify, onImported }: ExchangeMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [Dialog, setDialog] = useState<ComponentType<ImportDialogProps> | null>(null);
  const failed = () => notify('error', messages.networkFailed);

  const openImport = () => void loadDialog().then(({ default: loaded }) => setDialog(() => loaded), failed);
  const runExport = () =>
    void loadExport().then(
      ([{ toCsv }, { saveFile }]) => saveFile(messages.exportName, 'text/csv;charset=utf-8', toCsv(replies)),
      failed,
    );

  return (
    <>
      <IconButton
        size="small"
        label={messages.more}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preloadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ArrowDownUp size={16} aria-hidden />
      </IconButton>
      <Menu
        anchor={anchor}
        label={messages.more}
        items={[
          { key: 'import', label: messages.import, onSelect: openImport },
          { key: 'export', label: messages.export, onSelect: runExport, disabled: replies.length === 0 },
        ]}
        onClose={() => setAnchor(null)}
      />
      {Dialog && <Dialog replies={replies} notify={notify} onImported={onImported} onClose={() => setDialog(null)} />}
    </>
  );
}
