import { describe, expect, it } from '@jest/globals';
import { tagChoices } from './tag-box';

const popular = ['COD', 'Refund', 'Exchange'];
const offered = (tags: string, typed: string) =>
  tagChoices(popular, tags, typed).map(({ kind, tag }) => (kind === 'new' ? `+${tag}` : tag));

describe('the choices of the tag box', () => {
  it.each([
    ['popular tags in reverse order', '', '', ['Exchange', 'Refund', 'COD']],
    ['without those that the ticket has, whatever their case', 'refund', '', ['Exchange', 'COD']],
    ['that hold what is typed, and that as a new tag', '', 'c', ['Exchange', 'COD', '+c']],
    ['one that is typed in full is not new', '', ' cod ', ['COD']],
    ['nor is one that the ticket has', 'VIP', 'vip', []],
    ['a comma in a new tag is a blank', '', 'a,b', ['+a b']],
    ['commas alone are nothing', '', ' , ,', ['Exchange', 'Refund', 'COD']],
  ])('%s', (_name, tags, typed, choices) => {
    expect(offered(tags, typed)).toEqual(choices);
  });
});
