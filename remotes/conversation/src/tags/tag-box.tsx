import { MAX_TAG_LENGTH } from '@inbox/domain/conversation';
import { Button, color, layer, layInTopLayer, styled, TOUCH } from '@inbox/ui';
import { useCombobox } from '@inbox/ui/combobox';
import { useState } from 'react';
import { messages } from '../messages';
import { usePopularTags } from './use-popular-tags';
import { joinTags, tagList } from '@inbox/domain';

type TagChoice = { kind: 'popular'; tag: string } | { kind: 'new'; tag: string };

const isSame = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/**
 * What the tag box offers: the popular tags in reverse order (spec section 9) that the ticket has not and that hold what
 * is typed, and what is typed as a new tag. A comma parts tags, so in a tag's own name it is a blank.
 */
export function tagChoices(popular: readonly string[], tags: string, typed: string): TagChoice[] {
  const has = tagList(tags);
  const free = (tag: string) => !has.some((one) => isSame(one, tag));
  const wanted = joinTags([typed]);
  const found = popular
    .toReversed()
    .filter((tag) => free(tag) && tag.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()))
    .map((tag): TagChoice => ({ kind: 'popular', tag }));
  const isNew = wanted !== '' && free(wanted) && !found.some(({ tag }) => isSame(tag, wanted));
  return isNew ? [...found, { kind: 'new', tag: wanted }] : found;
}

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
  const { tags: popular, failed, retry } = usePopularTags(open);
  const choices = tagChoices(popular ?? [], tags, typed);

  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
  };
  const { inputProps, onKeyDown, listProps, optionProps } = useCombobox({
    options: choices,
    isOpen: open,
    query: typed,
    onChoose(choice) {
      onAdd(choice.tag);
      setTyped('');
    },
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    // A popular tag is chosen, never taken by an Enter too many.
    startsWithNone: typed.trim() === '',
  });

  const { none, setUp, settings, create, loading } = messages.tags;
  return (
    <>
      <Input
        {...inputProps}
        aria-label={messages.tags.add}
        placeholder={messages.tags.add}
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
        <Sheet ref={layInTopLayer} onPointerDown={(event) => event.preventDefault()}>
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
          <div {...listProps} aria-label={messages.tags.region}>
            {choices.map((choice, index) => (
              <button key={choice.tag} type="button" tabIndex={-1} dir="auto" {...optionProps(index)}>
                {choice.kind === 'new' ? create(choice.tag) : choice.tag}
              </button>
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}
