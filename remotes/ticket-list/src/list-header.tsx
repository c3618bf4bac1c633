import { IconButton } from '@inbox/ui';
import { Bot } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { messages } from './messages';
import { HeaderBar } from './ui/header-bar';
import { ListSearch } from './search/list-search';

interface ListHeaderProps {
  bots: boolean;
  onBots(): void;
  searched: string | null;
  onSearch(text: string): void;
  onClearSearch(): void;
  searchRef?: Ref<HTMLInputElement>;
  /** The Filter button. */
  children?: ReactNode;
}

/** Bot tickets, search and filters (spec section 2). */
export function ListHeader(props: ListHeaderProps) {
  return (
    <HeaderBar>
      <IconButton label={messages.bots} variant="secondary" aria-pressed={props.bots} onClick={props.onBots}>
        <Bot size={16} aria-hidden />
      </IconButton>
      <ListSearch
        searched={props.searched}
        onSearch={props.onSearch}
        onClear={props.onClearSearch}
        inputRef={props.searchRef}
      />
      {props.children}
    </HeaderBar>
  );
}
