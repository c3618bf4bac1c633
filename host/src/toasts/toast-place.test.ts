import { expect, it } from '@jest/globals';
import { toastPlace } from './toast-place';

const page = { isLow: false, sideWidth: 0, ticketIsOpen: true, mainTop: 52 } as const;

it.each([
  ['a wide page with details', { breakpoint: 'wide', sideWidth: 320 }, ['156px', 'auto', '320px']],
  ['a wide page without details', { breakpoint: 'wide' }, ['156px', 'auto', '0px']],
  ['a wide page below a banner', { breakpoint: 'wide', mainTop: 92.4 }, ['196px', 'auto', '0px']],
  ['a page that details slide over', { breakpoint: 'medium', sideWidth: 320 }, ['156px', 'auto', '360px']],
  ['a phone with a conversation', { breakpoint: 'narrow' }, ['156px', 'auto', '0px']],
  ['a phone with the list', { breakpoint: 'narrow', ticketIsOpen: false }, ['200px', 'auto', '0px']],
  ['a phone with the details', { breakpoint: 'narrow', sideWidth: 320 }, ['auto', '64px', '0px']],
  ['a low phone with the details', { breakpoint: 'narrow', sideWidth: 320, isLow: true }, ['auto', '8px', '0px']],
  ['a low window', { breakpoint: 'medium', isLow: true, mainTop: 40 }, ['100px', 'auto', '0px']],
] as const)('toasts of %s keep its head, its side and its foot free', (_, now, edges) => {
  const { blockStart, blockEnd, inlineEnd } = toastPlace({ ...page, ...now });
  expect([blockStart, blockEnd, inlineEnd]).toEqual(edges);
});
