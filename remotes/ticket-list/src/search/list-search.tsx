import { cleanSearch } from '@inbox/domain';
import { SearchField } from '@inbox/ui';
import { useState, type Ref } from 'react';
import { messages } from '../messages';

/** Longer texts are refused by the call. */
const LONGEST = 200;

interface ListSearchProps {
  /** What the list shows the results of; null when it is no search. */
  searched: string | null;
  onSearch(text: string): void;
  onClear(): void;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** The search box: runs on Enter or its button, and only with something to search for (spec section 5). */
export function ListSearch({ searched, onSearch, onClear, inputRef }: ListSearchProps) {
  const [text, setText] = useState(searched ?? '');
  const [shown, setShown] = useState(searched);
  // A tab ended the search, or the address brought another one: the box says what the list is.
  if (shown !== searched) {
    setShown(searched);
    setText(searched ?? '');
  }
  const clear = () => {
    setText('');
    if (searched !== null) onClear();
  };
  const submit = (written: string) => {
    const clean = cleanSearch(written).slice(0, LONGEST).trim();
    if (clean === '') return;
    setText(clean);
    onSearch(clean);
  };
  return (
    <SearchField
      label={messages.search}
      value={text}
      submitted={text === searched}
      onChange={(written) => (written === '' ? clear() : setText(written))}
      onSubmit={submit}
      onClear={clear}
      {...(inputRef && { inputRef })}
    />
  );
}
