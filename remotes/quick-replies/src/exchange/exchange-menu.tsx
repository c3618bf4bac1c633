import type { QuickReply } from '@inbox/domain';
import { IconButton, Menu, preloadMenu, type MenuProps } from '@inbox/ui';
import { ArrowDownUp } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { messages } from '../messages';
import type { Notify } from '../notices/use-notices';
import type { ImportDialogProps } from './import-dialog';

/** Both are loaded when they are first asked for, with the library that reads and writes CSV. */
const loadDialog = () => import('./import-dialog');
const loadExport = () => Promise.all([import('./csv'), import('./save-file')]);

/** The code of an entry could not be fetched. */
export interface LoadFailure {
  text: string;
  retry(): void;
}

export interface ExchangeMenuProps {
  /** False for agents without the permission. A dialog that is open stays, so that the server's answer shows in it. */
  isOffered: boolean;
  replies: readonly QuickReply[];
  notify: Notify;
  onImported(): void;
  /** Told null once it could. */
  onLoadFailure(failure: LoadFailure | null): void;
}

/** Import and export of the whole list, as CSV. */
export function ExchangeMenu({ isOffered, replies, notify, onImported, onLoadFailure }: ExchangeMenuProps) {
  const [Dialog, setDialog] = useState<ComponentType<ImportDialogProps> | null>(null);
  function run<T>(label: string, load: () => Promise<T>, use: (code: T) => void): void {
    load().then(
      (code) => {
        onLoadFailure(null);
        use(code);
      },
      () => onLoadFailure({ text: messages.notLoaded(label), retry: () => run(label, load, use) }),
    );
  }
  const openImport = () => run(messages.import, loadDialog, ({ default: loaded }) => setDialog(() => loaded));
  const runExport = () =>
    run(messages.export, loadExport, ([{ toCsv }, { saveFile }]) =>
      saveFile(messages.exportName, 'text/csv;charset=utf-8', toCsv(replies)),
    );

  return (
    <>
      {isOffered && (
        <Entries
          items={[
            { key: 'import', label: messages.import, onSelect: openImport },
            { key: 'export', label: messages.export, onSelect: runExport, disabled: replies.length === 0 },
          ]}
        />
      )}
      {Dialog && <Dialog replies={replies} notify={notify} onImported={onImported} onClose={() => setDialog(null)} />}
    </>
  );
}

/** The button with its menu. */
function Entries({ items }: Pick<MenuProps, 'items'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
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
      <Menu anchor={anchor} label={messages.more} items={items} onClose={() => setAnchor(null)} />
    </>
  );
}
