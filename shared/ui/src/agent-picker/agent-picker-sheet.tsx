import { agentName, type Agent, type AgentId } from '@inbox/domain';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../controls/buttons';
import { messages } from '../messages';
import { SearchField } from '../fields/search-field';
import { styled } from '../theme/styled';
import { color, layer } from '../theme/tokens';
import { isComposing } from '../keys/is-composing';
import { layInTopLayer } from '../controls/top-layer';
import { usePressElsewhere } from '../overlays/use-press-elsewhere';

export interface AgentPickerProps {
  /** The accessible name. */
  label: string;
  /** Whom the rules allow, in order. */
  targets: readonly Agent[];
  self: AgentId;
  onChoose(agent: Agent): void;
  onClose(): void;
}

/** More names than this are searched (shorter lists are read faster than typed for). */
const READ_AT_A_GLANCE = 8;

const Sheet = styled.div`
  position: absolute;
  inset-block-start: calc(100% + 4px);
  inset-inline-end: 12px;
  z-index: ${layer.floating};
  display: flex;
  flex-direction: column;
  gap: 6px;
  inline-size: min(280px, calc(100% - 24px));
  max-block-size: min(360px, 60vh);
  padding: 8px;
  border: 1px solid ${color.line};
  border-radius: 10px;
  background: ${color.surface};
  color: ${color.text};
  box-shadow: 0 8px 24px rgb(0 0 0 / 0.18);

  & > ul {
    overflow-y: auto;
  }
  & li > button {
    inline-size: 100%;
    justify-content: flex-start;
    white-space: normal;
    text-align: start;
    color: ${color.text};
  }
  & > p {
    padding: 8px;
    color: ${color.text2};
  }
  & > div {
    flex: none;
  }
`;

/** The picker itself. Arrow keys move, Escape and a click elsewhere close. */
export default function AgentPickerSheet({ label, targets, self, onChoose, onClose }: AgentPickerProps) {
  const [search, setSearch] = useState('');
  const sheet = useRef<HTMLDivElement>(null);
  const ordered = [...targets].sort((a, b) => Number(b.id === self) - Number(a.id === self));
  const wanted = search.trim().toLocaleLowerCase();
  const found = ordered.filter((agent) => agentName(agent).toLocaleLowerCase().includes(wanted));

  useEffect(() => {
    const stop = layInTopLayer(sheet.current);
    sheet.current?.querySelector<HTMLElement>('input, li button')?.focus();
    return stop;
  }, []);
  usePressElsewhere(sheet, onClose);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      // It closes this sheet alone, nothing around it.
      event.stopPropagation();
      return onClose();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [...(sheet.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
    const at = stops.findIndex((stop) => stop.matches(':focus'));
    stops[(at + step + stops.length) % stops.length]?.focus();
  };

  return (
    <Sheet ref={sheet} role="dialog" aria-label={label} onKeyDown={onKeyDown}>
      {targets.length > READ_AT_A_GLANCE && (
        <div>
          <SearchField label={messages.searchAgents} value={search} onChange={setSearch} />
        </div>
      )}
      {found.length === 0 && <p>{messages.noAgents}</p>}
      <ul>
        {found.map((agent) => (
          <li key={agent.id}>
            <Button variant="quiet" onClick={() => onChoose(agent)}>
              <span dir="auto">{agent.id === self ? messages.assignMe : agentName(agent)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
