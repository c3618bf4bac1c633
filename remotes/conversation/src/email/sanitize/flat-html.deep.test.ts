/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { pageOf } from '../../testing/mail-page';
import { emailDocument } from './email-html';

it('a long mail is not repeated for each paragraph that its open types stand around', () => {
  const types = Array.from({ length: 150 }, (_, n) => `<b title="${n}">`).join('');
  const page = pageOf(emailDocument(`<p>${types}</p>${'<p>x'.repeat(3_000)}`, false));
  expect(page.querySelectorAll('*').length).toBeLessThan(10_000);
});
