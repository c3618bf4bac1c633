import { color, IconButton, styled, TOUCH } from '@inbox/ui';
import { useCombobox } from '@inbox/ui/combobox';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { messages } from './messages';

const Box = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: 4px;

  & > label {
    font-size: 12px;
    line-height: 16px;
    color: ${color.text2};
    overflow-wrap: anywhere;
  }
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  padding-inline-end: 2px;
  border: 1px solid ${color.lineStrong};
  border-radius: 8px;
  background: ${color.surface};

  &:focus-within {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
  & > input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 32px;
    ${TOUCH} {
      min-block-size: 44px;
    }
    padding: 5px 10px;
    border: 0;
    border-radius: 8px;
    background: transparent;
    color: ${color.text};
    font-size: 14px;
    line-height: 20px;
  }
  & > input:focus-visible {
    outline: none;
  }
`;

const List = styled.ul`
  max-block-size: 180px;
  overflow-y: auto;
  margin: 0;
  padding: 4px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface2};
  list-style: none;

  & > li {
    padding: 4px 8px;
    ${TOUCH} {
      min-block-size: 44px;
    }
    border-radius: 5px;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & > li[data-active] {
    background: ${color.accentSurface};
  }
  & small {
    display: block;
    color: ${color.text2};
  }
`;

/** A value that is known, by the name of its placeholder. */
export interface OfferedValue {
  name: string;
  value: string;
}

interface ValueFieldProps {
  label: string;
  value: string;
  offered: readonly OfferedValue[];
  onChange(value: string): void;
}

/** One value: typed, or one of those that are known. An arrow in the field, or its button, opens those. */
export function ValueField({ label, value, offered, onChange }: ValueFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const combobox = useCombobox({
    options: offered,
    isOpen: isOpen && offered.length > 0,
    query: '',
    stopsAtEnds: true,
    onChoose(chosen) {
      onChange(chosen.value);
      setOpen(false);
    },
    onClose: () => setOpen(false),
    ...(offered.length > 0 && { onOpen: () => setOpen(true) }),
  });
  return (
    <Box>
      <label htmlFor={id}>{label}</label>
      <Row>
        <input
          {...combobox.inputProps}
          ref={field}
          id={id}
          dir="auto"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={combobox.onKeyDown}
          onBlur={() => setOpen(false)}
        />
        {offered.length > 0 && (
          <IconButton
            size="small"
            tabIndex={-1}
            label={messages.offered(label)}
            aria-expanded={combobox.isShown}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              field.current?.focus();
              setOpen(!isOpen);
            }}
          >
            <ChevronDown size={14} aria-hidden />
          </IconButton>
        )}
      </Row>
      {combobox.isShown && (
        <List {...combobox.listProps} aria-label={messages.offered(label)}>
          {offered.map((known, index) => (
            <li key={known.name} {...combobox.optionProps(index)}>
              <small>{messages.known(known.name)}</small>
              <span dir="auto">{known.value}</span>
            </li>
          ))}
        </List>
      )}
    </Box>
  );
}
