import { color, styled, TOUCH } from '@inbox/ui';
import { useId } from 'react';

export const Group = styled.fieldset`
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;

  & > legend {
    padding: 0;
    margin-block-end: 6px;
    font-size: 12px;
    font-weight: 600;
    line-height: 16px;
    color: ${color.text2};
  }
`;

const Options = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;

const Option = styled.label`
  position: relative;
  display: inline-flex;
  align-items: center;
  min-block-size: 28px;
  ${TOUCH} {
    min-block-size: 44px;
    min-inline-size: 44px;
    border-radius: 22px;
  }
  padding: 0 10px;
  border: 1px solid ${color.line};
  border-radius: 14px;
  font-size: 13px;
  color: ${color.text2};
  cursor: pointer;

  &:hover {
    border-color: ${color.lineStrong};
    color: ${color.text};
  }
  &:has(:checked) {
    border-color: transparent;
    background: ${color.accentSurface};
    color: ${color.accent};
    font-weight: 500;
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.accent};
    outline-offset: 1px;
  }
  & input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
`;

interface ChoiceProps<V> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange(value: V): void;
}

/** One of a few: radio buttons in a line. */
export function Choice<V extends string | number | boolean | null>({
  label,
  options,
  value,
  onChange,
}: ChoiceProps<V>) {
  const name = useId();
  return (
    <Group>
      <legend>{label}</legend>
      <Options>
        {options.map((option) => (
          <Option key={String(option.value)}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </Option>
        ))}
      </Options>
    </Group>
  );
}
