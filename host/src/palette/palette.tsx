import { VisuallyHidden } from '@inbox/ui';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { type ReadableStore, useStore } from '@inbox/panel/store';
import type { Command } from '../shortcuts/commands';
import { Key } from '../shortcuts/key';
import { shortcutMessages as texts } from '../shortcuts/messages';
import { Modal } from '../shortcuts/modal';
import type { OverlayProps } from '../shortcuts/overlay';
import { fuzzyFilter } from './fuzzy';
import { Empty, Field, Group, Option, Options } from './parts';

interface PaletteProps extends OverlayProps {
  commands(): readonly Command[];
  /** The way to a ticket whose number was typed. */
  ticketCommand(typed: string): Command | null;
  /** Do single keys act? They are shown only then. */
  singleKeys: ReadableStore<boolean>;
}

/** What can be done now, found by typing: an editable combobox with its list (ARIA practices). */
export function Palette({ commands, ticketCommand, singleKeys, onClose }: PaletteProps) {
  const singleKeysOn = useStore(singleKeys);
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(0);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  // As they were when it opened: nothing moves away under the finger.
  const all = useMemo(() => commands(), [commands]);
  const found = useMemo(() => {
    const ticket = ticketCommand(typed);
    return [...(ticket ? [ticket] : []), ...fuzzyFilter(typed, all, ({ label }) => label)];
  }, [ticketCommand, all, typed]);
  const active = Math.min(wanted, found.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  function run(command: Command | undefined): void {
    if (!command) return;
    // First the dialog goes and gives the focus back: what the command focuses then keeps it.
    flushSync(onClose);
    command.run();
  }

  function move(to: number): void {
    const next = (to + found.length) % Math.max(found.length, 1);
    setWanted(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      PageDown: () => move(Math.min(active + 8, found.length - 1)),
      PageUp: () => move(Math.max(active - 8, 0)),
      Enter: () => run(found[active]),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  return (
    <Modal label={texts.palette} onClose={onClose}>
      <Field
        role="combobox"
        aria-label={texts.find}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        placeholder={texts.find}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWanted(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Options ref={list} id={`${id}-list`} role="listbox" aria-label={texts.palette}>
        {found.map((command, index) => (
          <Option
            key={command.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setWanted(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run(command)}
          >
            <span>{command.label}</span>
            <Group>{command.group}</Group>
            {command.key !== undefined && singleKeysOn && <Key>{command.key}</Key>}
          </Option>
        ))}
      </Options>
      {found.length === 0 && <Empty>{texts.nothing}</Empty>}
      <VisuallyHidden role="status">{texts.results(found.length)}</VisuallyHidden>
    </Modal>
  );
}
