import { expect, it } from '@jest/globals';
import { newTempId } from './ids';
import { tempIdSchema } from './schema/names';

it('an id is a UUID that no other has, on pages without https, too', () => {
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    const ids = Array.from({ length: 100 }, newTempId);
    expect(ids.filter((id) => !tempIdSchema.safeParse(id).success)).toEqual([]);
    expect(new Set(ids).size).toBe(100);
  } finally {
    Reflect.deleteProperty(crypto, 'randomUUID');
  }
});
