/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { fromHtml } from './from-html';
import { RichTextView } from './view';

const shown = (html: string): string => {
  const { container } = render(
    <RichTextView text={fromHtml(html)} Image={({ alt, width }) => <i>{`${alt} ${width}`}</i>} />,
  );
  return (container.firstElementChild?.innerHTML ?? '').replace(/ style="text-align: start;?"| dir="ltr"/g, '');
};

it.each([
  ['<div>a<br>b</div><div><br></div>', '<div>a\nb</div><div><br></div>'],
  [
    '<ul><li>1<ol><li>2<ul><li>3</li></ul></li></ol></li><li>4</li></ul><ol><li>5</li></ol>',
    '<ul><li>1<ol><li>2<ul><li>3</li></ul></li></ol></li><li>4</li></ul><ol><li>5</li></ol>',
  ],
  [
    '<ul><li>1<ul><li>2</li></ul><ol><li>3</li></ol></li></ul>',
    '<ul><li>1<ul><li>2</li></ul><ol><li>3</li></ol></li></ul>',
  ],
  [
    '<div style="text-align:center"><strong><em><u><code>x</code></u></em></strong></div>',
    '<div style="text-align: center;"><strong><em><u><code>x</code></u></em></strong></div>',
  ],
  ['<div dir="rtl">שלום</div>', '<div dir="rtl">שלום</div>'],
  ['<span data-mention="7">@Dev</span>', '<div><span data-mention="7">@Dev</span></div>'],
  ['<img src="data:image/png;base64,iVBORw0KGgo=" alt="P" style="width:85%">', '<div><i>P 85</i></div>'],
  ['<script>1</script><a href="javascript:1">x</a>', '<div>x</div>'],
])('%s is drawn as it was written', (html, drawn) => expect(shown(html)).toBe(drawn));
