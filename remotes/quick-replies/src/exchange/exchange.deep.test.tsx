/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { mountPanel, type FakePorts } from '@inbox/panel/testing';
import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Blob as NodeBlob } from 'node:buffer';
import { TextDecoder as NodeDecoder } from 'node:util';
import panel from '../panel';
import { layOut } from '../testing/lay-out';
import { callsOf, row, texts, worldWith } from '../testing/world';

let isMissing = false;
function missing<T>(actual: () => T): T {
  if (isMissing) throw new Error('Loading chunk 7 failed.');
  return actual();
}
jest.mock('./import-dialog', () => missing(() => jest.requireActual('./import-dialog')));
jest.mock('./save-file', () => missing(() => jest.requireActual('./save-file')));

beforeAll(() => {
  layOut();
  // jsdom has neither.
  Object.assign(globalThis, { TextDecoder: NodeDecoder });
  File.prototype.arrayBuffer = function (this: File) {
    return new Promise((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
      reader.readAsArrayBuffer(this);
    });
  };
});
beforeEach(() => localStorage.clear());

const open = async (fake: FakePorts, item: string) => {
  await mountPanel(panel, { fake });
  await row('/Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Import and export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const choose = async (content: string | Uint8Array<ArrayBuffer>) =>
  userEvent.upload(await screen.findByLabelText('CSV file'), new File([content], 'replies.csv', { type: 'text/csv' }));
const lines = () =>
  [...screen.getByRole('list', { name: 'What the import does' }).children].map((item) => item.textContent);

it.each(['Import from CSV', 'Export as CSV'])(
  'says which panel and why when the code of “%s” is missing, and Retry fetches it again',
  async (item) => {
    isMissing = true;
    await open(worldWith(), item);
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent(`Quick Replies: '${item}' could not be loaded. Its files could not be reached.`);
    const retry = screen.getByRole('button', { name: 'Retry' });
    await userEvent.click(retry);
    expect(await screen.findByRole('alert')).toBe(failure);
    isMissing = false;
    URL.createObjectURL = () => 'blob:replies';
    // Where jsdom would go to the file.
    HTMLAnchorElement.prototype.click = () => undefined;
    URL.revokeObjectURL = () => undefined;
    await userEvent.click(retry);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  },
);

it('shows what an import does before it does it', async () => {
  const fake = worldWith({ importQuickReplies: () => ({ added: 1, changed: 1 }) });
  await open(fake, 'Import from CSV');
  await choose('Shortcut,Message\n/new,New one\n/where,Changed\n/Hello,Hello there\nwrong,Wrong');
  expect(await screen.findByText(/^1 is new, 1 changes, 1 is there already, 1 line cannot be read\./)).toBeVisible();
  expect(lines()).toEqual([
    "Line 5 · Skipped wrong Add '/' at the beginning of the shortcut",
    'Line 3 · Changes /where Changed',
    'Line 2 · New /new New one',
    'Line 4 · There already /Hello Hello there',
  ]);
  expect(callsOf(fake, 'importQuickReplies')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 quick replies' }));
  await waitFor(() => expect(texts(fake)).toEqual(['1 shortcut has been added, 1 changed']));
  expect(callsOf(fake, 'importQuickReplies')).toEqual([
    {
      body: {
        rows: [
          { shortcut: '/new', message: 'New one' },
          { shortcut: '/where', message: 'Changed' },
        ],
      },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says that a character set is a guess, and reads the file in another that is chosen', async () => {
  await open(worldWith(), 'Import from CSV');
  await choose(Uint8Array.from([...'Shortcut;Message\r\n/open;Caf'].map((sign) => sign.charCodeAt(0)).concat(0xe9)));
  const charset = await screen.findByRole('combobox', { name: 'Character set' });
  expect(charset).toHaveValue('windows-1252');
  expect(charset).toHaveAccessibleDescription(/^The file does not say which character set it is in\./);
  expect(lines()).toEqual(['Line 2 · New /open Café']);
  await userEvent.selectOptions(charset, 'Western European (Mac)');
  expect(lines()).toEqual(['Line 2 · New /open CafÈ']);
  await userEvent.selectOptions(charset, 'Japanese (Shift JIS)');
  expect(await screen.findByRole('alert')).toHaveTextContent('The file is not in Japanese (Shift JIS).');
  expect(lines()).toEqual(['Line 2 · New /open CafÈ']);
  expect(screen.getByRole('button', { name: 'Import 1 quick reply' })).toBeVisible();
});

it('stays open with the server’s words when it fails', async () => {
  const fake = worldWith({
    importQuickReplies() {
      throw new ApiError('refused', 'There can be 5,000 quick replies at most.', { status: 400 });
    },
  });
  await open(fake, 'Import from CSV');
  await choose('/new,New one');
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 quick reply' }));
  await waitFor(() => expect(texts(fake)).toEqual(['There can be 5,000 quick replies at most.']));
  expect(screen.getByRole('button', { name: 'Import 1 quick reply' })).toBeVisible();
});

it.each([
  ['too large', 'x'.repeat(5_000_001), 'The file may have 5 MB at most.'],
  ['no UTF-8', new Uint8Array([0x2f, 0xff, 0xfe]), /^This is not a CSV file in UTF-8\./],
  ['too long', '/a,b\n'.repeat(5001), 'The file may have 5,000 quick replies at most.'],
])('refuses a file that is %s', async (_, content, words) => {
  await open(worldWith(), 'Import from CSV');
  await choose(content);
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
});

it('says when there is nothing to import', async () => {
  await open(worldWith(), 'Import from CSV');
  await choose('/Hello,Hello there');
  expect(await screen.findByText(/There is nothing to import\.$/)).toBeVisible();
});

it('exports the whole list', async () => {
  const saved: NodeBlob[] = [];
  Object.assign(globalThis, { Blob: NodeBlob });
  Object.assign(URL, { createObjectURL: (blob: NodeBlob) => `blob:${saved.push(blob)}`, revokeObjectURL: jest.fn() });
  const names: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await open(worldWith(), 'Export as CSV');
  await waitFor(() => expect(names).toEqual(['quick-replies.csv']));
  expect(await saved[0]!.text()).toContain('"/where","It is on its way"');
});
