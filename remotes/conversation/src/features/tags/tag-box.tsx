import { MAX_TAG_LENGTH } from '@inbox/domain';
import { Button, color, layer, styled, TOUCH } from '@inbox/ui';
import { useId, useState, type KeyboardEvent } from 'react';
import { messages } from '../../messages';
import { tagChoices, type TagChoice } from './tag-choices';
import { usePopularTags } from './use-popular-tags';

const Input = styled.input`
  /* As wide as its words, and more where the tags leave room: they wrap only when even that is not there. */
  flex: 1 0 76px;
  min-inline-size: 0;
  max-inline-size: 240px;
  block-size: 26px;
  ${TOUCH} {
    block-size: 44px;
  }
  padding: 0 8px;
  border: 1px solid transparent;
  border-radius: 6px;
  background: transparent;
  color: ${color.text};
  font-size: 12px;

  &:hover {
    border-color: ${color.line};
  }
  &::placeholder {
    color: ${color.text3};
    opacity: 1;
  }
`;

const Sheet = styled.div`
  position: absolute;
  inset-block-end: calc(100% + 4px);
  inset-inline-start: 16px;
  z-index: ${layer.floating};
  inline-size: min(280px, calc(100% - 32px));
  max-block-size: 240px;
  overflow-y: auto;
  padding: 4px;
  border: 1px solid ${color.line};
  border-radius: 10px;
  background: ${color.surface};
  color: ${color.text};
  box-shadow: 0 8px 24px rgb(0 0 0 / 0.18);

  & [role='option'] {
    display: block;
    inline-size: 100%;
    padding: 6px 8px;
    border: 0;
    border-radius: 6px;
    background: transparent;
    color: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & [role='option'][aria-selected='true'] {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
  & > p {
    padding: 6px 8px;
    color: ${color.text2};
  }
  & > p > button {
    min-block-size: 24px;
    padding: 0;
    color: ${color.accent};
    text-decoration: underline;
  }
`;

interface TagBoxProps {
  /** The ticket's. */
  tags: string;
  onAdd(tag: string): void;
  onSettings(): void;
}

/** Chooses a popular tag or makes a new one. Arrow keys move, Enter takes, Escape closes. */
export function TagBox({ tags, onAdd, onSettings }: TagBoxProps) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const id = useId();
  const { tags: popular, failed, retry } = usePopularTags(open);
  const choices = tagChoices(popular ?? [], tags, typed);
  const active = choices[at];
  const optionId = (index: number) => `${id}-${index}`;

  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setAt(text.trim() === '' ? -1 : 0);
  };
  const take = (choice: TagChoice) => {
    onAdd(choice.tag);
    setTyped('');
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setAt(open ? (at + step + choices.length + (at < 0 && step < 0 ? 1 : 0)) % choices.length : 0);
      setOpen(true);
    } else if (event.key === 'Enter' && open && active) {
      event.preventDefault();
      take(active);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    }
  };

  const { none, setUp, settings, create, loading } = messages.tags;
  return (
    <>
      <Input
        role="combobox"
        aria-label={messages.tags.add}
        placeholder={messages.tags.add}
        aria-autocomplete="list"
        aria-expanded={open && choices.length > 0}
        aria-controls={id}
        {...(open && active && { 'aria-activedescendant': optionId(at) })}
        autoComplete="off"
        maxLength={MAX_TAG_LENGTH}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={(event) => {
          // The way to the settings stands in the sheet and can be reached.
          if (!(event.relatedTarget instanceof Node && event.currentTarget.parentNode?.contains(event.relatedTarget)))
            setOpen(false);
        }}
        onKeyDown={onKeyDown}
      />
      {open && (
        <Sheet onPointerDown={(event) => event.preventDefault()}>
          {popular?.length === 0 && (
            <p>
              {none}. {setUp[0]}
              <Button variant="quiet" size="small" onClick={onSettings}>
                {settings}
              </Button>
              {setUp[1]}
            </p>
          )}
          {popular === null && !failed && <p role="status">{loading}</p>}
          {failed && (
            <p role="alert">
              {messages.tags.failed}{' '}
              <Button variant="quiet" size="small" onClick={retry}>
                {messages.retry}
              </Button>
            </p>
          )}
          <div role="listbox" id={id} aria-label={messages.tags.region}>
            {choices.map((choice, index) => (
              <button
                key={choice.tag}
                type="button"
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                dir="auto"
                onPointerMove={() => setAt(index)}
                onClick={() => take(choice)}
              >
                {choice.kind === 'new' ? create(choice.tag) : choice.tag}
              </button>
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}
