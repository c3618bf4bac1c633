/** @jest-environment jsdom */
import { ClassNames } from '@emotion/react';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
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
