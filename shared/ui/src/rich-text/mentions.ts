import type { AgentId } from '@inbox/domain';
import { EditorState, Modifier, SelectionState } from 'draft-js';
import { blockAt } from './changes';
import { MENTION } from './draft-content';

/** Somebody who can be named in the text. */
export interface Person {
  id: AgentId;
  name: string;
}

/** An '@' that is being typed, with what stands after it. */
export interface MentionTyped {
  query: string;
  /** The block, and the place of the '@' in it. */
  key: string;
  at: number;
}

/** What stands before an '@' in a word, as in a mail address, makes it none. */
const TYPED = /(?:^|[\s([{"'])@([\p{L}\p{M}\p{N}.'-]{0,30}(?: [\p{L}\p{M}\p{N}.'-]{0,30})?)$/u;

/** The '@' before the caret; null when none is being typed. */
export function mentionTyped(state: EditorState): MentionTyped | null {
  const selection = state.getSelection();
  if (!selection.isCollapsed() || !selection.getHasFocus()) return null;
  const block = blockAt(state);
  const before = block.getText().slice(0, selection.getStartOffset());
  const query = TYPED.exec(before)?.[1];
  if (query === undefined) return null;
  const at = before.length - query.length - 1;
  return block.getEntityAt(at) === null ? { query, key: block.getKey(), at } : null;
}

/** Who may be meant, those first whose name begins with it. */
export function peopleLike(people: readonly Person[], query: string): Person[] {
  const typed = query.trim().toLocaleLowerCase();
  const rank = ({ name }: Person): number => {
    const lower = name.toLocaleLowerCase();
    if (lower.startsWith(typed)) return 0;
    return lower.split(/\s+/).some((word) => word.startsWith(typed)) ? 1 : 2;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((one) => one.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_OFFERED)
    .map(({ person }) => person);
}

const MOST_OFFERED = 8;

/** Puts the person's name in the place of what was typed, and a space for what comes next. */
export function insertMention(state: EditorState, { key, at, query }: MentionTyped, { id, name }: Person): EditorState {
  const content = state.getCurrentContent().createEntity(MENTION, 'IMMUTABLE', { agent: id });
  const range = SelectionState.createEmpty(key).merge({ anchorOffset: at, focusOffset: at + query.length + 1 });
  const text = `@${name}`;
  const named = Modifier.replaceText(content, range, text, undefined, content.getLastCreatedEntityKey());
  const after = SelectionState.createEmpty(key).merge({
    anchorOffset: at + text.length,
    focusOffset: at + text.length,
  });
  const spaced = Modifier.insertText(named, after, ' ');
  const caret = after.merge({ anchorOffset: at + text.length + 1, focusOffset: at + text.length + 1 });
  return EditorState.forceSelection(EditorState.push(state, spaced, 'insert-characters'), caret);
}
