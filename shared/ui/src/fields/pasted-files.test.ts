/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { pastedFiles } from './pasted-files';

const picture = new File(['x'], 'image.png', { type: 'image/png' });
const photo = new File(['x'], 'my parcel.jpg', { type: 'image/jpeg' });
const bill = new File(['x'], 'bill.pdf', { type: 'application/pdf' });

const CELLS = '<meta charset="utf-8"><style>td { color: red }</style><table><tr><td>A1</td><td>B1</td></tr></table>';
const PICTURE =
  '<meta charset="utf-8"><style>p { margin: 0 }</style><img src="https://shop.example/a.png" alt="A dress">';

/** The clipboard as a browser hands it over. */
const clipboard = (files: readonly File[], data: Readonly<Record<string, string>> = {}) =>
  ({ files, getData: (type: string) => data[type] ?? '' }) as unknown as DataTransfer;

describe('pastedFiles', () => {
  it.each<[string, readonly File[], Record<string, string>]>([
    ['cells with a picture of them', [picture], { 'text/plain': 'A1\tB1', 'text/html': CELLS }],
    ['cells without HTML', [picture], { 'text/plain': 'A1\tB1', 'text/rtf': '{\\rtf1 A1}' }],
    [
      'words and a picture within them',
      [picture],
      { 'text/plain': 'A dress', 'text/html': `<p>A dress</p>${PICTURE}` },
    ],
    ['two lines of which one is the name', [photo], { 'text/plain': 'my parcel.jpg\nhas arrived' }],
    ['text alone', [], { 'text/plain': 'A1' }],
  ])('leaves %s to the text', (_, files, data) => {
    expect(pastedFiles(clipboard(files, data))).toEqual([]);
    expect(pastedFiles(clipboard(files, data), true)).toEqual([]);
  });

  it.each<[string, readonly File[], Record<string, string>]>([
    ['a screenshot', [picture], {}],
    ['a screenshot beside an empty text', [picture], { 'text/plain': '\n', 'text/html': '<meta charset="utf-8">' }],
    ['a picture copied from a page', [picture], { 'text/html': PICTURE }],
    ['a picture with its description as text', [picture], { 'text/html': PICTURE, 'text/plain': 'A dress' }],
    [
      'a picture with its address as text',
      [picture],
      { 'text/plain': 'https://shop.example/a.png', 'text/uri-list': 'https://shop.example/a.png' },
    ],
    ['a photo copied in a file manager', [photo], { 'text/plain': 'my parcel.jpg' }],
    [
      'photos with their addresses as text',
      [photo, picture],
      { 'text/plain': 'file:///home/a/my%20parcel.jpg\r\n/home/a/image.png' },
    ],
    ['a document with its name as text', [bill], { 'text/plain': 'bill.pdf' }],
    ['a document and a photo', [bill, photo], { 'text/plain': 'two files' }],
  ])('returns %s', (_, files, data) => {
    expect(pastedFiles(clipboard(files, data))).toEqual(files);
    expect(pastedFiles(clipboard(files, data), true)).toEqual(files);
  });

  it('loses no text that only a box for HTML can take', () => {
    const data = clipboard([picture], { 'text/html': CELLS });
    expect(pastedFiles(data, true)).toEqual([]);
    expect(pastedFiles(data)).toEqual([picture]);
  });
});
