import { color, css, styled } from '@inbox/ui';

const depths = [0, 1, 2, 3, 4];
const MARKS = ['disc', 'circle', 'square', 'disc', 'circle'];
const NUMBERS = ['decimal', 'lower-alpha', 'lower-roman', 'decimal', 'lower-alpha'];

/** draft-js writes lists as one, each item with the name of its depth. */
const lists = depths.map(
  (depth) => css`
    .public-DraftStyleDefault-depth${depth} {
      margin-inline-start: ${24 * (depth + 1)}px;
    }
    .public-DraftStyleDefault-unorderedListItem.public-DraftStyleDefault-depth${depth} {
      list-style: ${MARKS[depth]} outside;
    }
    .public-DraftStyleDefault-orderedListItem.public-DraftStyleDefault-depth${depth} {
      counter-increment: ol${depth};
      &.public-DraftStyleDefault-reset {
        counter-reset: ol${depth};
      }
      &::marker {
        content: counter(ol${depth}, ${NUMBERS[depth]}) '. ';
      }
    }
  `,
);

/** The editor's box: toolbar above, text below. */
export const Box = styled.div`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  border: 1px solid ${color.lineStrong};
  border-radius: 8px;
  background: ${color.surface};
  overflow: hidden;
  &:focus-within {
    border-color: ${color.accent};
  }
`;

export const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2px;
  padding: 4px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface2};
`;

export const LinkRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 8px;
  border-block-end: 1px solid ${color.line};
  font-size: 12px;
  & > label {
    flex: 1 1 200px;
    display: flex;
    align-items: center;
    gap: 8px;
    color: ${color.text2};
  }
  & input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 32px;
    padding: 4px 8px;
    border: 1px solid ${color.lineStrong};
    border-radius: 6px;
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
    font-size: 14px;
  }
  & > p {
    flex-basis: 100%;
    margin: 0;
    color: ${color.bad};
  }
`;

export const Text = styled.div`
  min-block-size: 0;
  overflow-y: auto;
  overflow-wrap: anywhere;
  color: ${color.text};
  font-size: 14px;
  line-height: 20px;
  cursor: text;

  & .DraftEditor-root {
    position: relative;
    block-size: 100%;
  }
  & .public-DraftEditor-content {
    min-block-size: 100%;
    padding: 8px 12px;
    box-sizing: border-box;
    outline: none;
  }
  & .DraftEditor-editorContainer {
    position: relative;
    block-size: 100%;
  }
  & .public-DraftStyleDefault-ltr {
    direction: ltr;
    text-align: start;
  }
  & .public-DraftStyleDefault-rtl {
    direction: rtl;
    text-align: start;
  }
  & ul,
  & ol {
    margin: 0;
    padding: 0;
  }
  & [data-align='left'] {
    text-align: left;
  }
  & .rich-left .public-DraftStyleDefault-block,
  & .rich-left.public-DraftStyleDefault-block {
    text-align: left;
  }
  & .rich-center .public-DraftStyleDefault-block,
  & .rich-center.public-DraftStyleDefault-block {
    text-align: center;
  }
  & .rich-right .public-DraftStyleDefault-block,
  & .rich-right.public-DraftStyleDefault-block {
    text-align: right;
  }
  & .rich-mention {
    color: ${color.accent};
    font-weight: 600;
  }
  & figure {
    margin: 4px 0;
  }
  & figure.rich-center {
    text-align: center;
  }
  & figure.rich-right {
    text-align: right;
  }
  & a {
    color: ${color.accent};
    text-decoration: underline;
  }
  ${lists}
`;

export const Picture = styled.span`
  position: relative;
  display: inline-block;
  max-inline-size: 100%;
  & > img {
    display: block;
    max-inline-size: 100%;
  }
  &[data-width] > img {
    inline-size: 100%;
  }
  & > select {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-start: 4px;
    min-block-size: 28px;
    border: 1px solid ${color.line};
    border-radius: 6px;
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
    font-size: 12px;
  }
  & > button {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-end: 4px;
    inline-size: 28px;
    block-size: 28px;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    border: 1px solid ${color.line};
    border-radius: 6px;
    background: ${color.surface};
    color: ${color.text};
    cursor: pointer;
  }
`;
