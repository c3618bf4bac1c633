import { joinTags, tagList } from '@inbox/domain';

export type TagChoice = { kind: 'popular'; tag: string } | { kind: 'new'; tag: string };

const isSame = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/**
 * What the tag box offers: the popular tags in reverse order (spec section 9) that the ticket has not and that hold what
 * is typed, and what is typed as a new tag. A comma parts tags, so in a tag's own name it is a blank.
 */
export function tagChoices(popular: readonly string[], tags: string, typed: string): TagChoice[] {
  const has = tagList(tags);
  const free = (tag: string) => !has.some((one) => isSame(one, tag));
  const wanted = joinTags([typed]);
  const found = popular
    .toReversed()
    .filter((tag) => free(tag) && tag.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()))
    .map((tag): TagChoice => ({ kind: 'popular', tag }));
  const isNew = wanted !== '' && free(wanted) && !found.some(({ tag }) => isSame(tag, wanted));
  return isNew ? [...found, { kind: 'new', tag: wanted }] : found;
}
