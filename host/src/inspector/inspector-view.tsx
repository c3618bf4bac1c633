import { Button, Global, isComposing, VisuallyHidden } from '@inbox/ui';
import { useStore } from '@inbox/panel/store';
import { memo, useEffect, useId, useRef, useState } from 'react';
import type { HealthLog, PanelStore } from '@inbox/shell/panels';
import type { Slots } from '../slots/slots';
import { filtered, type BusLog, type LogEntry } from './bus-log';
import { inspectorMessages as texts } from './messages';
import { PanelTable } from './panel-table';
import { Bar, Columns, Entry, FilterField, outlines, Place, Scrolled } from './parts';

interface InspectorViewProps {
  panels: PanelStore;
  health: Pick<HealthLog, 'loadTime'>;
  slots: Pick<Slots, 'panels'>;
  log: BusLog;
  onClose(): void;
}

/** Which panels there are and what passes between them, below the page, which works on. */
export function InspectorView({ panels, health, slots, log, onClose }: InspectorViewProps) {
  const all = useStore(log.entries);
  const isPaused = useStore(log.isPaused);
  const [typed, setTyped] = useState('');
  const [faultsOnly, setFaultsOnly] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const title = useId();
  useEffect(() => field.current?.focus(), []);
  const shown = filtered(all, typed, faultsOnly);

  return (
    <Place
      aria-labelledby={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Global styles={outlines} />
      <Bar>
        <h2 id={title}>{texts.title}</h2>
        <FilterField
          ref={field}
          type="search"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <label>
          <input
            type="checkbox"
            checked={faultsOnly}
            onChange={(event) => setFaultsOnly(event.currentTarget.checked)}
          />
          {texts.faultsOnly}
        </label>
        <Button size="small" onClick={() => log.pause(!isPaused)}>
          {isPaused ? texts.resume : texts.pause}
        </Button>
        <Button size="small" onClick={log.clear}>
          {texts.clear}
        </Button>
        <Button size="small" onClick={onClose}>
          {texts.close}
        </Button>
      </Bar>
      <Columns>
        <Scrolled role="group" aria-label={texts.panels} tabIndex={0}>
          <PanelTable panels={panels} health={health} slots={slots} />
        </Scrolled>
        <Scrolled role="group" aria-label={texts.log} tabIndex={0}>
          <p>{texts.shown(shown.length, all.length, isPaused)}</p>
          {shown.length === 0 ? (
            <p>{texts.nothing}</p>
          ) : (
            <ol>
              {shown.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ol>
          )}
        </Scrolled>
      </Columns>
    </Place>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

const EntryRow = memo(function EntryRow({ entry: { at, who, kind, topic, text, isFault } }: { entry: LogEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Entry data-fault={isFault || undefined}>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <span>{clock.format(at)}</span>
          <span>{texts.kinds[kind]}</span>
          <span>{who}</span>
          <span>{topic}</span>
          {isFault && kind === 'answer' && <VisuallyHidden>{texts.kinds.fault}</VisuallyHidden>}
        </summary>
        {isOpen && <pre>{text}</pre>}
      </details>
    </Entry>
  );
});
