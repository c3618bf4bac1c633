import { describe, expect, it } from '@jest/globals';
import { htmlCut, MAIL_BEGINNING, mailBeginning, textBeginning } from './mail-beginning';

const paragraphs = (count: number) => '<p>Where is my order?</p>'.repeat(count);

describe('the beginning of a mail', () => {
  it('is all of a short one', () => {
    expect(mailBeginning(paragraphs(100))).toBe(paragraphs(100));
    expect(textBeginning('Hello')).toBe('Hello');
  });

  it('ends before a block, near the most that is read at once', () => {
    const beginning = mailBeginning(paragraphs(100_000));
    expect(beginning.endsWith('</p>')).toBe(true);
    expect(Math.abs(beginning.length - MAIL_BEGINNING)).toBeLessThan(100);
  });

  it('counts from the body: a long head is not what is read', () => {
    const head = `<html><head><style>${'a { color: red } '.repeat(8_000)}</style></head><body>`;
    expect(mailBeginning(head + paragraphs(100_000)).length).toBeGreaterThan(head.length + 45_000);
  });

  it('is cut early when it leaves most of its elements open', () => {
    expect(mailBeginning(paragraphs(3_500))).toHaveLength(paragraphs(3_500).length);
    expect(mailBeginning('<div>'.repeat(18_000)).length).toBeLessThan(MAIL_BEGINNING + 100);
  });

  it('never ends inside of a tag, a style sheet or a comment', () => {
    const picture = `<p>Hello</p><img src="data:image/png;base64,${'A'.repeat(300_000)}"><p>Bye</p>`;
    expect(mailBeginning(picture)).toBe(picture.slice(0, -'<p>Bye</p>'.length));
    const sheet = `<p>Hello</p><style>${'a > b { color: red } '.repeat(9_000)}</style><p>Bye</p>`;
    expect(mailBeginning(sheet)).toBe('<p>Hello</p>');
    const comment = `<p>Hello</p><!-- ${'<p>not shown</p>'.repeat(9_000)} --><p>Bye</p>`;
    expect(mailBeginning(comment)).toBe('<p>Hello</p>');
  });

  it('goes on after a sheet that a piece begins with', () => {
    const sheet = `<style>${'a > b { color: red } '.repeat(900)}</style>`;
    expect(htmlCut(`<p>x</p>${sheet}<p>Bye</p>`, 1_000, '<p>x</p>'.length)).toBe('<p>x</p>'.length + sheet.length);
  });

  it('of plain text ends after a line, and never within a letter', () => {
    expect(textBeginning('Hello there\n'.repeat(20_000)).endsWith('Hello there')).toBe(true);
    expect(textBeginning(`a${'😀'.repeat(80_000)}`)).toMatch(/😀…$/u);
  });
});
