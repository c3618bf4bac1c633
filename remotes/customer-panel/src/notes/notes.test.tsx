/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { ApiError } from '@inbox/api';
import type { Note } from '@inbox/domain';
import {
  aLiveEvent,
  anAgent,
  aNote,
  aProfile,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
} from '@inbox/panel/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';

const ticket = aTicket({ id: 7, conversation_id: 70 });
const other = aTicket({ id: 8, conversation_id: 70 });

let agents = 900;

/** Each test has an agent of its own, so that no draft is another's. */
async function open(answers: Answers = {}, props: { ticketId?: number } = {}) {
  const profile = aProfile({ current_user_id: (agents += 1) });
  const fake = createFakePorts({
    profile,
    open: ticket.id,
    answers: {
      notes: () => [],
      allAgents: () => [anAgent({ id: 31, first_name: 'Dev', last_name: 'Patel' })],
      customerDetails: () => new Promise<never>(() => undefined),
      customerTickets: () => [],
      ...answers,
    },
  });
  fake.setCurrentTicket(ticket);
  const mounted = await mountPanel(panel, { fake, props });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Internal Notes/Comments' }));
  return { ...mounted, fake, user };
}

const items = async () => within(await screen.findByRole('list', { name: 'Notes' })).findAllByRole('listitem');

beforeEach(() => {
  localStorage.clear();
  // What jsdom has not.
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
});

describe('the notes of a ticket', () => {
  it('are loaded when the section is first opened, and not before', async () => {
    const { fake, user } = await open({ notes: () => [aNote()] });
    await screen.findByText('Calls back at six');
    const head = screen.getByRole('button', { name: 'Internal Notes/Comments' });
    await user.click(head);
    await user.click(head);
    expect(fake.calls.filter(({ name }) => name === 'notes')).toHaveLength(1);
    // It is the last of the panel's own sections.
    expect(screen.getAllByRole('heading', { level: 2 }).at(-1)).toHaveTextContent('Internal Notes/Comments');
  });

  it('say who wrote them and when, by a 12-hour clock', async () => {
    const created_at = new Date(2026, 10, 3, 15, 5).toISOString();
    await open({ notes: () => [aNote({ created_at })] });
    const [item] = await items();
    expect(item).toHaveTextContent('Dev Patel');
    expect(within(item!).getByText('Nov 3, 2026, 3:05 PM')).toHaveAttribute('dateTime', created_at);
    // Nothing is there to change or delete it with.
    expect(within(item!).queryAllByRole('button')).toEqual([]);
  });

  it('show what a note can hold, and nothing of what it cannot', async () => {
    const notes =
      '<div><strong>Bold</strong> <em>slanted</em> <u>under</u> <code>x=1</code> <span data-mention="31">@Dev</span></div>' +
      '<ul><li>one<ol><li>inner</li></ol></li></ul><div><a href="https://ok.example/">link</a></div>' +
      '<script>window.ran = true</script><a href="javascript:alert(1)">bad</a><img src="https://tracker.example/x.png" alt="Gone">';
    await open({ notes: () => [aNote({ notes })] });
    const [item] = await items();
    for (const [tag, text] of [
      ['strong', 'Bold'],
      ['em', 'slanted'],
      ['u', 'under'],
      ['code', 'x=1'],
      ['[data-mention="31"]', '@Dev'],
      ['ul > li > ol > li', 'inner'],
    ] as const) {
      expect(item?.querySelector(tag)).toHaveTextContent(text);
    }
    const links = within(item!).getAllByRole('link');
    expect(links).toHaveLength(1);
    expect(links[0]).toHaveAttribute('rel', 'noreferrer noopener');
    expect(item?.querySelectorAll('script, img')).toHaveLength(0);
  });

  it('have their pictures and files by calls of the agent, and links as links', async () => {
    const file = { content_type: 'application/pdf', size: 1_200, kind: 'document' as const };
    const asked: string[] = [];
    const { user } = await open({
      file: (path) => {
        asked.push(path);
        return new Blob(['x']);
      },
      notes: () => [
        aNote({
          notes: '<div><img src="/api/inbox/notes/1/media/0/" alt="Parcel" style="width:85%;max-width:100%"></div>',
          media: [
            { ...file, url: '/api/inbox/notes/1/media/1/', file_name: 'bill.pdf' },
            { ...file, url: 'https://files.example/guide.pdf', file_name: 'guide.pdf', size: null },
          ],
        }),
      ],
    });
    const picture = await screen.findByRole('img', { name: 'Parcel' });
    expect(picture).toHaveStyle({ inlineSize: '85%' });
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Download bill.pdf' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
    clicked.mockRestore();
    expect(asked).toEqual(['/api/inbox/notes/1/media/0/', '/api/inbox/notes/1/media/1/']);
    expect(screen.getByRole('link', { name: 'Open guide.pdf' })).toHaveAttribute(
      'href',
      'https://files.example/guide.pdf',
    );
  });

  it('that are none say so', async () => {
    await open();
    expect(await screen.findByText('No notes yet.')).toBeVisible();
  });

  it('that cannot be loaded say the server’s message and status, and Retry asks again', async () => {
    const { fake, user } = await open({
      notes: () => {
        throw new ApiError('refused', 'There is no such ticket.', { status: 404 });
      },
    });
    expect(await screen.findByText('There is no such ticket. (404)')).toBeVisible();
    fake.answer({ notes: () => [aNote()] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Calls back at six');
  });

  it('of a colleague come by themselves; what happens to another ticket asks for nothing', async () => {
    let listed: Note[] = [aNote()];
    const { fake } = await open({ notes: () => listed });
    await screen.findByText('Calls back at six');
    listed = [aNote({ id: 2, notes: '<div>Paid</div>' }), ...listed];
    act(() => fake.emitLive(aLiveEvent({ type: 'tickets.note_added', tickets: [other] })));
    act(() => fake.emitLive(aLiveEvent({ type: 'tickets.tags_added', tickets: [ticket] })));
    expect(fake.calls.filter(({ name }) => name === 'notes')).toHaveLength(1);
    act(() => fake.emitLive(aLiveEvent({ type: 'tickets.note_added', tickets: [ticket] })));
    await screen.findByText('Paid');
    expect((await items()).map((item) => item.textContent)).toEqual([
      expect.stringContaining('Paid'),
      expect.stringContaining('Calls back'),
    ]);
  });
});

describe('the form', () => {
  it('has its editor when somebody begins to write, with all tools of a note, by keyboard', async () => {
    const { user } = await open();
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Write a note' }));
    expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveFocus();
    const tools = within(screen.getByRole('toolbar', { name: 'Formatting of Note' }));
    expect(tools.getAllByRole('button').map((tool) => tool.getAttribute('aria-label'))).toEqual([
      'Bold',
      'Italic',
      'Underline',
      'Code',
      'Bulleted list',
      'Numbered list',
      'Decrease indent',
      'Increase indent',
      'Align left',
      'Align center',
      'Align right',
      'Link',
      'Insert image',
      'Undo',
      'Redo',
    ]);
    act(() => tools.getByRole('button', { name: 'Bold' }).focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(tools.getByRole('button', { name: 'Code' })).toHaveFocus();
  });

  it('adds a note with a link alone: Adding..., then Notes updated, and it stands above', async () => {
    let answer = (_note: Note): void => undefined;
    const { fake, user } = await open({
      notes: () => [aNote()],
      addNote: () => new Promise((resolve) => (answer = resolve)),
    });
    await user.click(screen.getByRole('button', { name: 'Write a note' }));
    await user.click(await screen.findByRole('button', { name: 'Embed link' }));
    const address = screen.getByLabelText('Address of a .mp4, .pdf or .docx file');
    await user.type(address, 'https://x.example/page{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Only links to .mp4, .pdf and .docx files can be embedded.');
    await user.type(address, '.pdf{Enter}');
    expect(screen.getByText('page.pdf')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByRole('button', { name: 'Adding...' })).toBeDisabled();
    act(() => answer(aNote({ id: 2, notes: '<div>Second</div>' })));
    await waitFor(() => expect(fake.toasts).toMatchObject([{ kind: 'success', text: 'Notes updated' }]));
    expect((await items())[0]).toHaveTextContent('Second');
    expect(screen.queryByText('page.pdf')).toBeNull();
  });

  it('with nothing in it asks for nothing', async () => {
    const { fake, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Write a note' }));
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    expect(fake.calls.map(({ name }) => name)).not.toContain('addNote');
  });

  it('belongs to its ticket: what is uploaded for one is not in the other', async () => {
    let stored = (): void => undefined;
    const { fake, user, handle } = await open(
      {
        customerTicket: ({ params }) => ({ ticket: params.id === 7 ? ticket : other }),
        upload: async (form) => {
          await new Promise<void>((resolve) => (stored = resolve));
          expect([form.get('note'), form.get('ticket_id')]).toEqual(['true', '7']);
          return {
            id: 4 as never,
            url: '/api/inbox/uploads/4/',
            file_name: 'a.png',
            content_type: 'image/png',
            size: 1,
            kind: 'image',
          };
        },
      },
      { ticketId: 7 },
    );
    await user.click(await screen.findByRole('button', { name: 'Write a note' }));
    await screen.findByRole('textbox', { name: 'Note' });
    const input = document.querySelector<HTMLInputElement>('[data-note-files]');
    await user.upload(input!, new File(['x'], 'a.png', { type: 'image/png' }));
    await act(() => handle.update({ ticketId: 8 }));
    await screen.findByRole('button', { name: 'Write a note' });
    await act(async () => stored());
    expect(screen.queryByText('a.png')).toBeNull();
    expect(fake.faults).toEqual([]);
    await act(() => handle.update({ ticketId: 7 }));
    expect(await screen.findByText('a.png')).toBeVisible();
  });
});
