import { VisuallyHidden } from '@inbox/ui';
import { useCombobox } from '@inbox/ui/combobox';
import { useMemo, useState } from 'react';
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
  // As they were when it opened: nothing moves away under the finger.
  const all = useMemo(() => commands(), [commands]);
  const found = useMemo(() => {
    const ticket = ticketCommand(typed);
    return [...(ticket ? [ticket] : []), ...fuzzyFilter(typed, all, ({ label }) => label)];
  }, [ticketCommand, all, typed]);
  function run(command: Command): void {
    // First the dialog goes and gives the focus back: what the command focuses then keeps it.
    flushSync(onClose);
    command.run();
  }

  // Escape is the dialog's: the options show as long as it does.
  const { inputProps, onKeyDown, listProps, optionProps } = useCombobox({
    options: found,
    isOpen: true,
    query: typed,
    onChoose: run,
  });

  return (
    <Modal label={texts.palette} onClose={onClose}>
      <Field
        {...inputProps}
        aria-label={texts.find}
        aria-expanded
        placeholder={texts.find}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Options {...listProps} aria-label={texts.palette}>
        {found.map((command, index) => (
          <Option key={command.id} {...optionProps(index)}>
            <span>{command.label}</span>
            <Group>{command.group}</Group>
            {command.key !== undefined && singleKeysOn && <Key>{command.key}</Key>}
            {command.chord !== undefined && <Key>{command.chord}</Key>}
          </Option>
        ))}
      </Options>
      {found.length === 0 && <Empty>{texts.nothing}</Empty>}
      <VisuallyHidden role="status">{texts.results(found.length)}</VisuallyHidden>
    </Modal>
  );
}
