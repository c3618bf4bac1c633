/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { mountPanel, aProfile, aTicket, type Answers } from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';
import {
  box,
  choose,
  farah,
  lookedAt,
  lastUpload,
  mounted,
  pdf,
  rohit,
  sends,
  sized,
  texts,
  tray,
  uploaded,
  world,
} from '../../testing/reply-world';

beforeEach(() => {
  localStorage.clear();
  lookedAt();
});

describe('files', () => {
  it('chosen are uploaded, listed, and sent with the text or alone', async () => {
    const fake = await mounted(world());
    await box();
    await choose(pdf());
    expect(await screen.findByRole('button', { name: 'Remove invoice.pdf' })).toBeVisible();
    await userEvent.type(await box(), '{Enter}');
    await waitFor(() => expect(sends(fake)).toMatchObject([{ body: { message: '', attachment_ids: [lastUpload()] } }]));
    expect(tray()).toBeNull();
  });

  it('pasted and dropped are taken as well; while they are dragged the page is one place to drop them', async () => {
    await mounted(world());
    const reply = await box();
    await act(async () => void fireEvent.paste(reply, { clipboardData: { files: [pdf('pasted.pdf')] } }));
    await screen.findByRole('button', { name: 'Remove pasted.pdf' });
    const dataTransfer = { types: ['Files'], files: [pdf('dropped.pdf')] };
    fireEvent.dragOver(document.body, { dataTransfer });
    expect(screen.getByText('Drop files here to attach them to your reply to Rohit Khanna')).toBeVisible();
    await act(async () => void fireEvent.drop(document.body, { dataTransfer }));
    await screen.findByRole('button', { name: 'Remove dropped.pdf' });
    expect(document.querySelector('[data-drop-zone]')).toBeNull();
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'], files: [] } });
    expect(document.querySelector('[data-drop-zone]')).toBeNull();
  });

  it('survive a reload with their draft', async () => {
    const first = await mountPanel(panel, { fake: world() });
    await box();
    await choose(pdf());
    await screen.findByRole('button', { name: 'Remove invoice.pdf' });
    await first.unmount();
    await mounted(world());
    expect(await screen.findByRole('button', { name: 'Remove invoice.pdf' })).toBeVisible();
  });

  it.each([
    [
      'of another type',
      new File(['x'], 'run.exe', { type: 'application/x-msdownload' }),
      'This file format is not supported.',
      'File run.exe has a type application/x-msdownload which is not supported',
      'type-not-supported',
    ],
    [
      'beyond 25 MB',
      sized(pdf(), 25_000_001),
      'File size exceeds maximum limit of 25 MB',
      'application/pdf larger than 25 MB is not supported',
      'size-too-large',
    ],
    [
      'beyond its type’s limit',
      sized(new File(['x'], 'a.png', { type: 'image/png' }), 5_000_001),
      null,
      'image/png larger than 5 MB is not supported',
      'size-too-large',
    ],
  ])('%s are rejected with the reason', async (_, file, toast, reason, code) => {
    const fake = await mounted(world());
    await box();
    await choose(file);
    const item = within(await screen.findByRole('alert')).getByText(reason);
    expect(item).toHaveAttribute('data-code', code);
    await waitFor(() => expect(texts(fake)).toEqual(toast === null ? [] : [toast]));
    await userEvent.click(screen.getByRole('button', { name: 'Close the list of rejected files' }));
    expect(screen.queryByText(reason)).toBeNull();
    expect(await box()).toHaveFocus();
  });

  it('are five at most', async () => {
    const fake = await mounted(world());
    await box();
    await choose(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => pdf(`${name}.pdf`)));
    await waitFor(() => expect(texts(fake)).toEqual(['You cannot send more than 5 files at a time']));
    await waitFor(() => expect(document.querySelectorAll('[data-state="previewing"]')).toHaveLength(5));
  });

  it('say that they are being attached, and hold the reply back until they are', async () => {
    let finish: (() => void) | undefined;
    const upload: Answers['upload'] = (form) => new Promise((resolve) => (finish = () => resolve(uploaded(form))));
    const fake = await mounted(world({ upload }));
    await userEvent.type(await box(), 'See this');
    await choose(pdf());
    expect(await screen.findByRole('progressbar', { name: 'Upload of invoice.pdf' })).toBeInTheDocument();
    expect(screen.getAllByText('Attaching...').length).toBeGreaterThan(0);
    await userEvent.type(await box(), '{Enter}');
    expect(sends(fake)).toEqual([]);
    await waitFor(() => expect(finish).toBeDefined());
    await act(async () => finish?.());
    await userEvent.type(await box(), '{Enter}');
    await waitFor(() => expect(sends(fake)).toMatchObject([{ body: { message: 'See this' } }]));
  });

  it('say that they are being sent', async () => {
    await mounted(world({ reply: () => new Promise(() => undefined) }));
    await box();
    await choose(pdf());
    await screen.findByRole('button', { name: 'Remove invoice.pdf' });
    await userEvent.type(await box(), '{Enter}');
    expect(await screen.findByText('Sending...')).toBeVisible();
  });

  it('that fail are told, and uploaded again when asked', async () => {
    let fails = true;
    const upload: Answers['upload'] = (form) => {
      if (fails) throw new ApiError('server', 'The server stumbled');
      return uploaded(form);
    };
    const fake = await mounted(world({ upload }));
    await box();
    await choose(pdf());
    await screen.findByText('The server stumbled');
    expect(texts(fake)).toEqual(['Error. Try uploading again']);
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Upload invoice.pdf again' }));
    expect(await screen.findByRole('button', { name: 'Remove invoice.pdf' })).toBeVisible();
  });

  it('end up in the reply of the ticket they were chosen for, whenever the agent switches', async () => {
    let finish: (() => void) | undefined;
    const upload: Answers['upload'] = (form) => new Promise((resolve) => (finish = () => resolve(uploaded(form))));
    const fake = await mounted(world({ upload }));
    await box();
    await choose(pdf());
    await waitFor(() => expect(finish).toBeDefined());
    act(() => fake.openTicket(farah.id));
    await screen.findByText('Hello from Farah Ali');
    await act(async () => finish?.());
    expect(tray()).toBeNull();
    act(() => fake.openTicket(rohit.id));
    expect(await screen.findByRole('button', { name: 'Remove invoice.pdf' })).toBeVisible();
  });

  it('are not offered where the channel takes none', async () => {
    await mounted(world({}, aTicket({ ...rohit, conversation_source: 'comment' })));
    await box();
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
  });
});

it('keeps the files of one agent’s draft from another', async () => {
  const first = await mountPanel(panel, { fake: world() });
  await box();
  await choose(pdf());
  await screen.findByRole('button', { name: 'Remove invoice.pdf' });
  await first.unmount();
  await mounted(world({}, rohit, aProfile({ current_user_id: 2 })));
  await box();
  expect(tray()).toBeNull();
});
