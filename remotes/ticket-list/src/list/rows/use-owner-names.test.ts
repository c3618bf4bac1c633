import { describe, expect, it } from '@jest/globals';
import { anAgent } from '@inbox/panel/testing';
import { shortNames } from './use-owner-names';

describe('the names of owners in rows', () => {
  it('are first names, and full names where two agents share the first', () => {
    const names = shortNames([
      anAgent({ id: 1, first_name: 'Asha', last_name: 'Menon' }),
      anAgent({ id: 2, first_name: 'Dev', last_name: 'Rao' }),
      anAgent({ id: 3, first_name: 'Asha', last_name: 'Pillai' }),
      anAgent({ id: 4, first_name: '', last_name: 'Support' }),
    ]);
    expect([...names.values()]).toEqual(['Asha Menon', 'Dev', 'Asha Pillai', 'Support']);
  });
});
