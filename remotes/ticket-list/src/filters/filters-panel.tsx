import { agentName, dateRangeProblem, PRIORITIES, type Agent, type AgentId } from '@inbox/domain';
import {
  Button,
  color,
  IconButton,
  isComposing,
  keyframes,
  layer,
  priorityLabels,
  styled,
  useNow,
  usePressElsewhere,
} from '@inbox/ui';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { filterMessages as text } from '../filter-messages';
import { Choice } from '../ui/choice';
import { DateRange } from '../ui/date-range';
import { defaultFilters, panelFilters, type PanelFilters } from './filter-rules';
import { ManyChoice } from '../ui/many-choice';
import { useTags } from './use-tags';

const slideIn = keyframes`from { transform: translateY(-8px); opacity: 0 }`;

const Sheet = styled.form`
  position: absolute;
  inset: 0;
  z-index: ${layer.sticky};
  display: flex;
  flex-direction: column;
  background: ${color.surface};
  outline: none;
  animation: ${slideIn} 140ms ease-out;
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex: none;
  block-size: 52px;
  padding-inline: 16px 12px;
  border-block-end: 1px solid ${color.line};

  & h2 {
    font-size: 16px;
  }
`;

const Fields = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  display: flex;
  flex-direction: column;
  gap: 16px;
  padding: 16px;
`;

const Foot = styled.footer`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  flex: none;
  padding: 10px 16px;
  border-block-start: 1px solid ${color.line};
`;

const Note = styled.p`
  margin-block-start: -12px;
  font-size: 12px;
  color: ${color.text3};
`;

const initiators = [
  { value: null, label: text.any },
  { value: 'customer', label: text.customer },
  { value: 'merchant', label: text.merchant },
] as const;
const priorities = [
  { value: null, label: text.any },
  ...[PRIORITIES.High, PRIORITIES.Medium, PRIORITIES.Low, PRIORITIES.None].map((value) => ({
    value,
    label: priorityLabels[value],
  })),
];
const readStates = [
  { value: null, label: text.any },
  { value: false, label: text.read },
  { value: true, label: text.unread },
] as const;
const sorts = [
  { value: null, label: text.receivedAt },
  { value: 'replied_at', label: text.repliedAt },
  { value: 'expiring_soon', label: text.expiringSoon },
  { value: 'expired', label: text.expired },
] as const;

interface FiltersPanelProps {
  id: string;
  filters: PanelFilters;
  me: AgentId | null;
  agents: readonly Agent[];
  onApply(filters: PanelFilters): void;
  onClose(): void;
}

/** All filters at once, applied together (spec section 2). It lies over the list and takes the focus. */
export default function FiltersPanel({ id, filters, me, agents, onApply, onClose }: FiltersPanelProps) {
  const sheet = useRef<HTMLFormElement>(null);
  const title = useId();
  const tags = useTags();
  const now = useNow(60_000);
  const [first] = useState(() => newestFirst(panelFilters(filters)));
  const [draft, setDraft] = useState(first);
  const [isDated, setDated] = useState(false);
  const change = (part: Partial<PanelFilters>) => setDraft({ ...draft, ...part });
  const problem = dateRangeProblem(draft.date_filter_start, draft.date_filter_end, now);

  useEffect(() => sheet.current?.focus(), []);
  // A press beside the filters loses no choice that is not applied yet.
  usePressElsewhere(
    sheet,
    (path) => {
      const isItsButton = path.some((part) => part instanceof Element && part.getAttribute('aria-controls') === id);
      if (!isItsButton) onClose();
    },
    draft === first,
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) return onApply(draft);
    setDated(true);
    sheet.current?.querySelector<HTMLElement>('input[type=date]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.stopPropagation();
    onClose();
  };

  const known = new Set(agents.map((agent) => agent.id));
  return (
    <Sheet
      ref={sheet}
      id={id}
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <Head>
        <h2 id={title}>{text.title}</h2>
        <IconButton label={text.close} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </Head>
      <Fields>
        <ManyChoice
          label={text.agents}
          placeholder={draft.agent_ids.length === 0 ? text.everybody : text.findAgent}
          options={[
            ...agents.map((agent) => ({ value: agent.id, label: agentName(agent) })),
            ...draft.agent_ids.filter((one) => !known.has(one)).map((one) => ({ value: one, label: text.agent(one) })),
          ]}
          chosen={draft.agent_ids}
          onChange={(agent_ids) => change({ agent_ids })}
          empty={text.noAgents}
        />
        <Note>{text.unowned}</Note>
        <DateRange
          start={draft.date_filter_start}
          end={draft.date_filter_end}
          problem={isDated ? problem : null}
          onChange={(date_filter_start, date_filter_end) => {
            change({ date_filter_start, date_filter_end });
            setDated(true);
          }}
        />
        <Choice
          label={text.initiatedBy}
          options={initiators}
          value={draft.initiated_by}
          onChange={(initiated_by) => change({ initiated_by })}
        />
        <Choice
          label={text.priority}
          options={priorities}
          value={draft.priority_filter}
          onChange={(priority_filter) => change({ priority_filter })}
        />
        <Choice
          label={text.readStatus}
          options={readStates}
          value={draft.unread}
          onChange={(unread) => change({ unread })}
        />
        <ManyChoice
          label={text.tags}
          placeholder={text.findTag}
          options={[...new Set([...tags.known, ...draft.tag_filter])].map((tag) => ({ value: tag, label: tag }))}
          chosen={draft.tag_filter}
          onChange={(tag_filter) => change({ tag_filter })}
          empty={tags.failed ? text.tagsFailed : text.noTags}
        />
        <Choice label={text.sort} options={sorts} value={draft.sort_by} onChange={(sort_by) => change({ sort_by })} />
      </Fields>
      <Foot>
        <Button variant="quiet" onClick={() => setDraft(panelFilters(defaultFilters(me)))}>
          {text.reset}
        </Button>
        <Button type="submit" variant="primary">
          {text.apply}
        </Button>
      </Foot>
    </Sheet>
  );
}

/** The order of those who do not choose one has a name, too. */
const newestFirst = (filters: PanelFilters): PanelFilters =>
  filters.sort_by === 'received_at' ? { ...filters, sort_by: null } : filters;
