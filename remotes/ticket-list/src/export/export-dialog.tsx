import { ApiError } from '@inbox/api';
import { dateRangeProblem, type ListFilters } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Button, color, Dialog, styled, useNow } from '@inbox/ui';
import { useState } from 'react';
import { DateRange } from '../ui/date-range';
import { exportMessages } from './messages';

const Note = styled.p`
  margin-block: 0 12px;
  color: ${color.text2};
`;
const Problem = styled.p`
  margin-block-start: 12px;
  color: ${color.bad};
`;

interface ExportDialogProps {
  /** What the list shows: the report lists the same tickets, of these days. */
  filters: ListFilters;
  onClose(): void;
}

type State = { kind: 'idle' } | { kind: 'asking' } | { kind: 'failed'; reason: string };

/** Orders a report of what the list shows, by e-mail (spec section 7). */
export default function ExportDialog({ filters, onClose }: ExportDialogProps) {
  const { api, toast } = usePanel();
  const [days, setDays] = useState({ start: filters.date_filter_start, end: filters.date_filter_end });
  const [state, setState] = useState<State>({ kind: 'idle' });
  const problem = dateRangeProblem(days.start, days.end, useNow(60_000));
  const [isTried, setTried] = useState(false);
  const asking = state.kind === 'asking';

  const order = async () => {
    if (asking) return;
    if (problem !== null) return setTried(true);
    setState({ kind: 'asking' });
    const ordered = { ...filters, date_filter_start: days.start, date_filter_end: days.end };
    try {
      await api.exportConversations({ body: { filters: ordered } });
      toast('success', exportMessages.ordered);
      onClose();
    } catch (error) {
      // A page without a shell has no toasts: the dialog says it as well.
      toast('error', exportMessages.failed);
      const isExplained = error instanceof ApiError && error.kind === 'refused';
      setState({ kind: 'failed', reason: isExplained ? error.message : exportMessages.failed });
    }
  };

  return (
    <Dialog
      title={exportMessages.title}
      onClose={onClose}
      onSubmit={() => void order()}
      actions={
        <>
          <Button onClick={onClose}>{exportMessages.cancel}</Button>
          <Button type="submit" variant="primary" aria-disabled={problem !== null || asking}>
            {asking ? exportMessages.asking : exportMessages.order}
          </Button>
        </>
      }
    >
      <Note>{exportMessages.note}</Note>
      <DateRange
        start={days.start}
        end={days.end}
        problem={isTried ? problem : null}
        onChange={(start, end) => {
          setDays({ start, end });
          setTried(true);
        }}
      />
      {state.kind === 'failed' && <Problem role="alert">{state.reason}</Problem>}
    </Dialog>
  );
}
