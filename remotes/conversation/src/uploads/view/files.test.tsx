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
    await waitFor(() => expect(tray()).toBeNull());
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

  it('beside copied text are left out when they are pictures of it', async () => {
    await mounted(world());
    const reply = await box();
    const paste = (text: string) =>
      fireEvent.paste(reply, {
        clipboardData: {
          files: [new File(['x'], 'image.png', { type: 'image/png' })],
          getData: (type: string) => (type === 'text/plain' ? text : ''),
        },
      });
    // The browser writes the text itself when nothing prevents it.
    let isWritten = false;
    await act(async () => void (isWritten = paste('SKU\tPrice\r\nKT-101\t1,299')));
    expect(isWritten).toBe(true);
    expect(tray()).toBeNull();
    await act(async () => void (isWritten = paste('')));
    expect(isWritten).toBe(false);
    await screen.findByRole('button', { name: 'Remove image.png' });
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
      'beyond their channel’s limit',
      sized(new File(['x'], 'a.png', { type: 'image/png' }), 5_000_001),
      null,
      'image/png larger than 5 MB is not supported on WhatsApp',
      'size-too-large',
    ],
  ])('%s are rejected with the reason', async (_, file, toast, reason, code) => {
    const fake = await mounted(world());
    await box();
    await choose(file);
    const item = within(await screen.findByRole('alert'))
      .getByText(reason)
      .closest('li');
    expect(item).toHaveAttribute('data-code', code);
    expect(item).toHaveTextContent(file.name);
    await waitFor(() => expect(texts(fake)).toEqual(toast === null ? [] : [toast]));
    await userEvent.click(screen.getByRole('button', { name: 'Close the list of rejected files' }));
    expect(screen.queryByText(reason)).toBeNull();
    expect(await box()).toHaveFocus();
  });

  it('too large for their channel are sent as documents instead', async () => {
    const forms: FormData[] = [];
    const upload = (form: FormData) => {
      forms.push(form);
      return uploaded(form);
    };
    await mounted(world({ upload }));
    await box();
    const picture = (name: string) => sized(new File(['x'], name, { type: 'image/png' }), 5_000_001);
    await choose(picture('a.png'), picture('b.png'));
    await userEvent.click(await screen.findByRole('button', { name: 'Send b.png as a document' }));
    expect(await screen.findByRole('button', { name: 'Remove b.png' })).toBeVisible();
    expect(screen.getByText('a.png')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send b.png as a document' })).toBeNull();
    expect(forms.map((form) => form.get('document'))).toEqual(['true']);
    expect(await box()).toHaveFocus();
  });

  it('leave in the order in which they were chosen, whichever is uploaded first', async () => {
    const ends = new Map<string, () => void>();
    const upload: Answers['upload'] = (form) =>
      new Promise((resolve) => {
        const file = form.get('file');
        if (file instanceof File) ends.set(file.name, () => resolve(uploaded(form)));
      });
    const fake = await mounted(world({ upload }));
    await box();
    const names = ['0.pdf', '1.pdf', '2.pdf', '3.pdf', '4.pdf'];
    await choose(...names.map((name) => pdf(name)));
    await waitFor(() => expect(ends.size).toBe(5));
    for (const name of ['0.pdf', '2.pdf', '1.pdf', '4.pdf', '3.pdf']) {
      await act(async () => ends.get(name)?.());
      const shown = within(tray()!).getAllByText(/\.pdf$/);
      expect(shown.map(({ textContent }) => textContent)).toEqual(names);
    }
    const ids = new Map([0, 2, 1, 4, 3].map((n, index) => [n, lastUpload() - 4 + index]));
    await userEvent.type(await box(), '{Enter}');
    const attachment_ids = [0, 1, 2, 3, 4].map((n) => ids.get(n));
    await waitFor(() => expect(sends(fake)).toMatchObject([{ body: { attachment_ids } }]));
  });

  it('are five at most, and each beyond them is named', async () => {
    const fake = await mounted(world());
    await box();
    await choose(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => pdf(`${name}.pdf`)));
    await waitFor(() => expect(texts(fake)).toEqual(['You cannot send more than 5 files at a time']));
    await waitFor(() => expect(document.querySelectorAll('[data-state="previewing"]')).toHaveLength(5));
    expect(within(screen.getByRole('alert')).getByText('f.pdf')).toBeVisible();
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
    expect(within(tray()!).getByRole('alert')).toHaveTextContent('Error. Try uploading again The server stumbled');
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
