import * as z from 'zod/mini';
import { lenientText } from '../meta/read/lenient-text';

const system = z.object({
  type: z.literal('system'),
  system: z.object({
    type: z.string().check(z.regex(/changed_number/)),
    body: lenientText,
    wa_id: lenientText,
    new_wa_id: lenientText,
  }),
});

const NUMBER = /^\d{6,15}$/;
/** An id without a plus, blanks or marks of direction. */
const bare = (id: string): string => id.replace(/[^\w.]/g, '');
const digitsIn = (text: string): string => text.replace(/\D/g, '');

/**
 * The number, as WhatsApp's ids are, that the sender of a system message has now; null when it says nothing of that. Older
 * forms of it tell the number in words alone: "… changed from 91… to 91…".
 * @param person the number that it was sent from
 */
export function newNumberOf(message: unknown, person: string): string | null {
  const read = system.safeParse(message);
  if (!read.success) return null;
  const { body, wa_id, new_wa_id } = read.data.system;
  const old = digitsIn(person);
  if (!NUMBER.test(old)) return null;
  const given = [new_wa_id, wa_id].map(bare).find((each) => each !== old && NUMBER.test(each));
  const inWords = (body.match(/\d[\d\s().-]{4,}\d/g) ?? []).map(digitsIn);
  const [first, second, ...more] = inWords;
  const isClear = first === old && second !== undefined && more.length === 0 && NUMBER.test(second) && second !== old;
  return given ?? (isClear ? second : null);
}
