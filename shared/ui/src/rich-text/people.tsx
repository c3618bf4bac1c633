import { color, styled, TOUCH, VisuallyHidden } from '@inbox/ui';
import type { Combobox } from '@inbox/ui/combobox';
import type { Person } from './mentions';
import { messages } from './messages';

const List = styled.ul`
  && {
    flex: none;
    max-block-size: 168px;
    margin: 0;
    padding: 4px;
    overflow-y: auto;
    border-block-start: 1px solid ${color.line};
    list-style: none;
  }
  && > li {
    padding: 6px 8px;
    border-radius: 6px;
    overflow-wrap: anywhere;
    cursor: pointer;
    ${TOUCH} {
      min-block-size: 44px;
    }
  }
  && > li[data-active] {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
`;

/** Who can be named where an '@' is being typed. It stands below the text: in a narrow panel it would cover that. */
export function People({ people, combobox }: { people: readonly Person[]; combobox: Combobox }) {
  return (
    <>
      <VisuallyHidden role="status">{combobox.isShown ? messages.found(people.length) : ''}</VisuallyHidden>
      {combobox.isShown && (
        // A text of several lines is no combobox, whose popup needs no place in the order of focus to be scrolled.
        <List {...combobox.listProps} aria-label={messages.people} tabIndex={0}>
          {people.map(({ id, name }, index) => (
            <li key={id} {...combobox.optionProps(index)} dir="auto">
              {name}
            </li>
          ))}
        </List>
      )}
    </>
  );
}
