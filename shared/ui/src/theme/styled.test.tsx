/** @jest-environment jsdom */
import createCache from '@emotion/cache';
import { CacheProvider, ClassNames } from '@emotion/react';
import emotion from '@emotion/styled';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { createRef, type ReactNode } from 'react';
import { styled } from './styled';

const Note = styled.p`
  color: rgb(1, 2, 3);
  padding: ${4}px;
`;

const styleOf = (text: string) => getComputedStyle(screen.getByText(text));

describe('an element with fixed styles', () => {
  it('has them, is the element that it names, and takes attributes and a ref', () => {
    const ref = createRef<HTMLParagraphElement>();
    render(<Note ref={ref} data-kind="hint">Hello</Note>); // prettier-ignore
    expect(styleOf('Hello')).toMatchObject({ color: 'rgb(1, 2, 3)', padding: '4px' });
    expect(ref.current).toBe(screen.getByText('Hello'));
    expect(ref.current).toHaveAttribute('data-kind', 'hint');
  });

  it('is drawn often, with one rule', () => {
    render(['one', 'two', 'three'].map((text) => <Note key={text}>{text}</Note>));
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText);
    expect(rules.filter((text) => text.includes('rgb(1, 2, 3)'))).toHaveLength(1);
    expect(styleOf('three').color).toBe('rgb(1, 2, 3)');
  });

  it('gives way to the styles of a class that its caller brings, whichever was drawn first', () => {
    render(
      <ClassNames>
        {({ css }) => (
          <>
            <Note>Plain</Note>
            <Note className={css({ color: 'rgb(9, 9, 9)' })}>Bright</Note>
          </>
        )}
      </ClassNames>,
    );
    expect(styleOf('Bright')).toMatchObject({ color: 'rgb(9, 9, 9)', padding: '4px' });
    expect(styleOf('Plain').color).toBe('rgb(1, 2, 3)');
  });

  it('is another element when asked, and the base of others', () => {
    const Louder = styled(Note)`
      color: rgb(7, 7, 7);
    `;
    render(
      <>
        <Note as="h2">Title</Note>
        <Louder>Louder</Louder>
      </>,
    );
    expect(screen.getByRole('heading')).toHaveTextContent('Title');
    expect(styleOf('Title').color).toBe('rgb(1, 2, 3)');
    expect(styleOf('Louder')).toMatchObject({ color: 'rgb(7, 7, 7)', padding: '4px' });
  });

  it('is left to Emotion when its styles depend on something', () => {
    const Box = styled.p<{ wide?: boolean }>`
      padding: ${({ wide }) => (wide ? '9px' : '3px')};
    `;
    render(<Box wide>Wide</Box>);
    expect(styleOf('Wide').padding).toBe('9px');
  });
});

/**
 * What the short way takes from Emotion beside its documented interface (decision 10): how a class is named, and how a
 * cache is asked and told. An Emotion that does one of these otherwise fails here, and not by styles that are missing.
 */
describe('the short way and Emotion’s own', () => {
  const styles = `
    color: rgb(4, 5, 6);
    padding: 3px 5px;
    user-select: none;
    &:hover { color: rgb(6, 5, 4); }
    & > span { margin: 1px; }
    @media (max-width: 400px) { padding: 0; }
  `;
  const Own = emotion.p([styles] as unknown as TemplateStringsArray);
  const Short = styled.p([styles] as unknown as TemplateStringsArray);

  /** What is drawn in a cache of its own, and the rules that came of it. */
  function drawn(elements: ReactNode) {
    const container = document.createElement('div');
    document.body.append(container);
    const cache = createCache({ key: 'same', container, speedy: false });
    const { container: page } = render(<CacheProvider value={cache}>{elements}</CacheProvider>);
    const rules = [...container.querySelectorAll('style')].map(({ textContent }) => textContent);
    return { classes: [...page.children].map(({ className }) => className), rules, cache };
  }

  it('give the same element the same class and the same rules', () => {
    const [own, short] = [drawn(<Own>Own</Own>), drawn(<Short>Short</Short>)];
    expect(short.classes).toEqual(own.classes);
    expect(short.classes[0]).toMatch(/^same-[a-z0-9]+$/);
    expect(short.rules).toEqual(own.rules);
    expect(short.rules.length).toBeGreaterThan(3);
    expect(Object.keys(short.cache.inserted)).toEqual(Object.keys(own.cache.inserted));
  });

  it('share what either has inserted', () => {
    const alone = drawn(<Own>Own</Own>).rules.length;
    const { classes, rules } = drawn([<Short key="short">Short</Short>, <Own key="own">Own</Own>]);
    expect(new Set(classes).size).toBe(1);
    expect(rules).toHaveLength(alone);
  });

  it('are both there for each element, and only Emotion’s for a component', () => {
    for (const tag of ['a', 'button', 'div', 'input', 'li', 'section', 'span', 'table', 'textarea', 'ul'] as const) {
      expect([tag, typeof emotion[tag]]).toEqual([tag, 'function']);
      const Plain = styled[tag]`color: rgb(8, 8, 8);`; // prettier-ignore
      const { container } = render(<Plain data-short="" />);
      expect(container.firstElementChild?.localName).toBe(tag);
    }
    expect(typeof styled).toBe('function');
  });
});
