import { dayOf, daysAfter, type DateRangeProblem } from '@inbox/domain';
import { color, styled, TOUCH, useNow } from '@inbox/ui';
import { useId } from 'react';
import { filterMessages } from '../filter-messages';
import { Group } from './choice';

const Fields = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 8px;

  & label {
    display: grid;
    gap: 2px;
    min-inline-size: 0;
    font-size: 12px;
    color: ${color.text3};
  }
  & input {
    min-inline-size: 0;
    inline-size: 100%;
    block-size: 32px;
    ${TOUCH} {
      block-size: 44px;
    }
    padding: 0 8px;
    border: 1px solid ${color.line};
    border-radius: 8px;
    background: ${color.surface};
    color: ${color.text};
    font-size: 13px;
  }
  & input[aria-invalid='true'] {
    border-color: ${color.bad};
  }
`;

const Presets = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
  margin-block-start: 4px;

  & button {
    min-block-size: 24px;
    ${TOUCH} {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
    padding: 0;
    border: 0;
    background: transparent;
    font-size: 12px;
    cursor: pointer;
  }
  && button {
    color: ${color.accent};
  }
  & button:hover {
    text-decoration: underline;
  }
`;

const Problem = styled.p`
  margin-block-start: 4px;
  font-size: 12px;
  color: ${color.bad};
`;

interface DateRangeProps {
  start: string | null;
  end: string | null;
  problem: DateRangeProblem | null;
  onChange(start: string | null, end: string | null): void;
}

const PRESETS = [
  [filterMessages.today, 0],
  [filterMessages.lastDays(7), -6],
  [filterMessages.lastDays(30), -29],
] as const;

/** Days by the Indian calendar, none ahead (spec section 2). */
export function DateRange({ start, end, problem, onChange }: DateRangeProps) {
  const problemId = useId();
  const today = dayOf(useNow(60_000));
  const field = (label: string, value: string | null, min: string | null, change: (day: string | null) => void) => (
    <label>
      {label}
      <input
        type="date"
        value={value ?? ''}
        max={today}
        {...(min !== null && { min })}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        onChange={(event) => change(event.target.value || null)}
      />
    </label>
  );
  return (
    <Group>
      <legend>{filterMessages.dates}</legend>
      <Fields>
        {field(filterMessages.from, start, null, (day) => onChange(day, end))}
        {field(filterMessages.to, end, start, (day) => onChange(start, day))}
      </Fields>
      {problem !== null && (
        <Problem id={problemId} role="alert">
          {filterMessages.dateProblems[problem]}
        </Problem>
      )}
      <Presets>
        {PRESETS.map(([label, days]) => (
          <button key={label} type="button" onClick={() => onChange(daysAfter(today, days), today)}>
            {label}
          </button>
        ))}
      </Presets>
    </Group>
  );
}
