/** @jest-environment jsdom */
import type { AgentId } from '@inbox/domain';
import { describe, expect, it } from '@jest/globals';
import { ContentState, EditorState, SelectionState } from 'draft-js';
import { fromDraft } from './draft-content';
import { insertMention, mentionTyped, peopleLike, type Person } from './mentions';

const people: Person[] = ['Asha Menon', 'Ravi Iyer', 'Rashmi Rao', 'आशा'].map((name, index) => ({
  id: (index + 1) as AgentId,
  name,
}));

/** The text with the caret at its end. */
function typed(text: string): EditorState {
  const state = EditorState.createWithContent(ContentState.createFromText(text));
  const block = state.getCurrentContent().getLastBlock();
  const caret = SelectionState.createEmpty(block.getKey()).merge({
    anchorOffset: block.getLength(),
    focusOffset: block.getLength(),
    hasFocus: true,
  });
  return EditorState.acceptSelection(state, caret);
}

describe('an @ that is typed', () => {
  it.each([
    ['@', ''],
    ['Hello @ra', 'ra'],
    ['(@Ravi Iy', 'Ravi Iy'],
    ['@आ', 'आ'],
    ['a@b', null],
    ['mail me at x@shop.example', null],
    ['@one two three', null],
    ['nothing', null],
  ])('%j asks for %j', (text, query) => expect(mentionTyped(typed(text))?.query ?? null).toBe(query));

  it('is nothing without the focus, or where a mention is already', () => {
    const state = typed('@ra');
    const away = EditorState.acceptSelection(state, state.getSelection().merge({ hasFocus: false }));
    expect(mentionTyped(away)).toBeNull();
    const at = mentionTyped(state);
    expect(mentionTyped(insertMention(state, at!, people[1]!))).toBeNull();
  });

  it('is replaced by the name, which names the agent by id', () => {
    const state = typed('Ask @ra');
    const [block] = fromDraft(insertMention(state, mentionTyped(state)!, people[1]!).getCurrentContent());
    expect(block).toMatchObject({
      runs: [
        { text: 'Ask ', mention: null },
        { text: '@Ravi Iyer', mention: 2, href: null },
        { text: ' ', mention: null },
      ],
    });
  });
});

it.each([
  ['', ['Asha Menon', 'Ravi Iyer', 'Rashmi Rao', 'आशा']],
  ['ra', ['Ravi Iyer', 'Rashmi Rao']],
  ['rao', ['Rashmi Rao']],
  ['RAVI i', ['Ravi Iyer']],
  ['आ', ['आशा']],
  ['x', []],
])('%j may mean %j', (query, names) => {
  expect(peopleLike(people, query).map(({ name }) => name)).toEqual(names);
});
