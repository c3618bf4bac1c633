import type { EmojiData } from 'frimousse';
import * as z from 'zod/mini';

const dataSchema = z.array(
  z.object({
    label: z.string(),
    unicode: z.string(),
    group: z.optional(z.int()),
    tags: z.optional(z.array(z.string())),
  }),
);
const groupsSchema = z.object({ groups: z.array(z.object({ message: z.string(), order: z.int() })) });

/** Parts of other emoji, which are none by themselves. */
const COMPONENTS = 2;

/** The picker's data out of this panel's own files: nothing is asked of another server. */
export async function loadEmoji(): Promise<EmojiData> {
  const [data, words] = await Promise.all([
    import('emojibase-data/en/compact.json'),
    import('emojibase-data/en/messages.json'),
  ]);
  const emojis = dataSchema.parse(data.default);
  return {
    locale: 'en',
    emojis: emojis.flatMap(({ label, unicode, group, tags = [] }) =>
      group === undefined || group === COMPONENTS ? [] : { emoji: unicode, category: group, label, version: 0, tags },
    ),
    categories: groupsSchema
      .parse(words.default)
      .groups.filter(({ order }) => order !== COMPONENTS)
      .map(({ message, order }) => ({ index: order, label: message })),
    // All are offered in their plain colour.
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  };
}
