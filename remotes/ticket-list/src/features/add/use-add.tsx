import type { Agent } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { IconButton, Menu, preloadMenu } from '@inbox/ui';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { messages } from '../../messages';
import { addEntries, type AddAction, type AddEntry, type AddScreen } from './entries';

export interface Add {
  open(entry: AddEntry): void;
  /** What the entries do, for shortcuts and the palette. */
  actions: Record<AddAction, () => void>;
  /** What an entry has opened. */
  screen: ReactNode;
}

/** The list's add menu (spec section 2): at most one of its entries is open. */
export function useAdd(agents: readonly Agent[]): Add {
  const { toast } = usePanel();
  const [Screen, setScreen] = useState<AddScreen | null>(null);
  const open = (entry: AddEntry) => {
    entry.load().then(
      (loaded) => setScreen(() => loaded.default),
      () => toast('error', messages.add.notLoaded),
    );
  };
  return {
    open,
    actions: Object.fromEntries(addEntries.map((entry) => [entry.action, () => open(entry)])) as Add['actions'],
    screen: Screen && <Screen agents={agents} onClose={() => setScreen(null)} />,
  };
}

/** The button with the menu that floats below it. */
export function AddMenu({ onOpen }: { onOpen(entry: AddEntry): void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label={messages.add.menu}
        variant="secondary"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preloadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Plus size={16} aria-hidden />
      </IconButton>
      <Menu
        anchor={anchor}
        label={messages.add.menu}
        items={addEntries.map((entry) => ({
          key: entry.action,
          label: entry.label,
          onSelect: () => onOpen(entry),
        }))}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}
