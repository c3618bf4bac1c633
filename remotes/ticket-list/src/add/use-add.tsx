import type { Agent } from '@inbox/domain';
import { useLoadCode, usePanel, usePanelStorage, useTopic } from '@inbox/panel';
import { IconButton, Menu, preloadMenu } from '@inbox/ui';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { messages } from '../messages';
import { SENT_KEY } from './compose/keys';
import { addEntries, COMPOSE, type AddAction, type AddEntry, type AddScreen } from './entries';

export interface Add {
  /** What this agent may add. */
  entries: readonly AddEntry[];
  open(entry: AddEntry): void;
  /** What the entries do, for shortcuts and the palette. */
  actions: Partial<Record<AddAction, () => void>>;
  /** What an entry has opened. */
  screen: ReactNode;
  /** The screen stands where the list is, which is out of reach meanwhile. */
  coversList: boolean;
  /** Gets the focus back from it. */
  button: RefObject<HTMLButtonElement | null>;
}

/** The list's add menu (spec section 2): at most one of its entries is open. */
export function useAdd(agents: readonly Agent[]): Add {
  const panel = usePanel();
  const storage = usePanelStorage();
  const session = useTopic('session');
  const entries: readonly AddEntry[] = addEntries.filter(
    (entry: AddEntry) => !entry.isOffered || (session?.signedIn === true && entry.isOffered(session.profile)),
  );
  const [opened, setOpened] = useState<{ Screen: AddScreen; entry: AddEntry } | null>(null);
  const coversList = opened?.entry.place === 'list';
  const button = useRef<HTMLButtonElement>(null);
  const didCover = useRef(false);
  useEffect(() => {
    if (didCover.current && !coversList) button.current?.focus();
    didCover.current = coversList;
  }, [coversList]);
  const load = useLoadCode();
  const open = (entry: AddEntry) =>
    load<{ default: AddScreen }>(
      entry.load,
      (loaded) => setOpened({ Screen: loaded.default, entry }),
      messages.add.notLoaded,
    );
  // A mail of an earlier page may still be taken back.
  const resume = useEffectEvent(() => {
    if (storage.keys(SENT_KEY).length === 0) return;
    const resumeSent = async () =>
      (await COMPOSE.load()).resumeSent({ ...panel, storage, reopen: () => open(COMPOSE) });
    // Without its code the next page does it.
    resumeSent().catch(() => undefined);
  });
  useEffect(() => resume(), []);
  return {
    entries,
    open,
    actions: Object.fromEntries(entries.map((entry) => [entry.action, () => open(entry)])) as Add['actions'],
    screen: opened && (
      <opened.Screen agents={agents} onClose={() => setOpened(null)} onReopen={() => open(opened.entry)} />
    ),
    coversList,
    button,
  };
}

/** The button with the menu that floats below it. */
export function AddMenu({ add: { entries, open, button } }: { add: Add }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        ref={button}
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
        items={entries.map((entry) => ({
          key: entry.action,
          label: entry.label,
          onSelect: () => open(entry),
        }))}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}
