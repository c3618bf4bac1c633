/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useCombobox, type ComboboxOptions } from './combobox';

const FRUITS = Array.from({ length: 20 }, (_, index) => `fruit ${index}`);

type Given = Partial<ComboboxOptions<string>> & { startsOpen?: boolean };

function Fruits({ startsOpen = true, onChoose = () => undefined, ...given }: Given) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [query, setQuery] = useState('');
  const options = given.options ?? FRUITS.filter((fruit) => fruit.includes(query));
  const { active, isShown, inputProps, onKeyDown, listProps, optionProps } = useCombobox({
    query,
    isOpen,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    ...given,
    options,
    onChoose,
  });
  return (
    <>
      <input
        {...inputProps}
        data-active={active}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <ul {...listProps}>
          {options.map((option, index) => (
            <li key={option} {...optionProps(index)}>
              {option}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const field = () => screen.getByRole('combobox');
const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(field(), { key }));
const at = () => Number(field().getAttribute('data-active'));
const many = (count: number, key: string) => Array.from({ length: count }, () => key);

describe('the active option', () => {
  it.each<[keys: string[], given: Given, expected: number]>([
    [[], {}, 0],
    [['ArrowDown'], {}, 1],
    [['ArrowUp'], {}, 19],
    [['ArrowUp', 'ArrowDown'], {}, 0],
    [['ArrowUp'], { stopsAtEnds: true }, 0],
    [many(30, 'ArrowDown'), { stopsAtEnds: true }, 19],
    [['PageDown'], {}, 8],
    [many(3, 'PageDown'), {}, 19],
    [['PageDown', 'PageUp'], {}, 0],
    [['PageUp'], {}, 0],
    [[], { startsWithNone: true }, -1],
    [['ArrowDown'], { startsWithNone: true }, 0],
    [['ArrowUp'], { startsWithNone: true }, 19],
    [['ArrowDown'], { options: [] }, -1],
  ])('after %j with %j is %d', (keys, given, expected) => {
    render(<Fruits {...given} />);
    press(...keys);
    expect(at()).toBe(expected);
  });

  it('is named by the field, and is none while nothing shows', () => {
    render(<Fruits />);
    press('ArrowDown');
    const selected = screen.getByRole('option', { selected: true });
    expect(selected).toHaveTextContent('fruit 1');
    expect(field()).toHaveAttribute('aria-activedescendant', selected.id);
    expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
    press('Escape');
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    expect(field()).not.toHaveAttribute('aria-controls');
  });

  it('is the first again for another query, and one that there is', () => {
    render(<Fruits />);
    press('PageDown');
    fireEvent.change(field(), { target: { value: '7' } });
    expect(at()).toBe(0);
  });

  it('is the one that the pointer moves over', () => {
    render(<Fruits />);
    fireEvent.pointerMove(screen.getByText('fruit 5'));
    expect(at()).toBe(5);
  });

  it('is scrolled to', () => {
    const scrolled: string[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      scrolled.push(this.textContent);
    };
    render(<Fruits />);
    press('ArrowDown', 'ArrowUp', 'ArrowUp');
    expect(scrolled).toEqual(['fruit 1', 'fruit 0', 'fruit 19']);
  });
});

describe('an option', () => {
  it('is chosen by Enter and by a click, and the first is the active one then', () => {
    const onChoose = jest.fn();
    render(<Fruits onChoose={onChoose} />);
    press('ArrowDown', 'Enter');
    expect(at()).toBe(0);
    fireEvent.click(screen.getByText('fruit 3'));
    expect(onChoose.mock.calls).toEqual([['fruit 1'], ['fruit 3']]);
  });

  it('stays the active one where several are chosen', () => {
    const onChoose = jest.fn();
    render(<Fruits onChoose={onChoose} isMultiple />);
    press('ArrowDown', 'Enter', 'ArrowDown', 'Enter');
    expect(onChoose.mock.calls).toEqual([['fruit 1'], ['fruit 2']]);
  });

  it('takes no focus from the field', () => {
    render(<Fruits />);
    const option = screen.getByText('fruit 3');
    const down = createEvent.mouseDown(option);
    fireEvent(option, down);
    expect(down.defaultPrevented).toBe(true);
  });
});

describe('a key', () => {
  it.each<[key: string, given: Given, isTaken: boolean]>([
    ['Enter', {}, true],
    ['Enter', { options: [] }, true],
    ['Enter', { startsOpen: false }, false],
    ['Escape', {}, true],
    ['Escape', { startsOpen: false }, false],
    ['ArrowDown', { startsOpen: false }, true],
    ['PageDown', { startsOpen: false }, false],
    ['a', {}, false],
    ['Home', {}, false],
  ])('%s with %j is meant for the options: %p', (key, given, isTaken) => {
    const around = jest.fn();
    render(
      // What is around takes keys by this too.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div onKeyDown={around}>
        <Fruits {...given} />
      </div>,
    );
    const down = createEvent.keyDown(field(), { key });
    fireEvent(field(), down);
    expect(down.defaultPrevented).toBe(isTaken);
    expect(around).toHaveBeenCalledTimes(isTaken ? 0 : 1);
  });

  it('that composes a letter is not', () => {
    const onChoose = jest.fn();
    render(<Fruits onChoose={onChoose} />);
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('opens what is closed, at the first option, and closes it', () => {
    render(<Fruits startsOpen={false} startsWithNone />);
    press('ArrowUp');
    expect([at(), screen.getAllByRole('option').length]).toEqual([0, 20]);
    press('Escape');
    expect(screen.queryAllByRole('option')).toEqual([]);
  });
});
