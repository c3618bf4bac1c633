/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import type { AccountId } from '@inbox/domain';
import type { ShopStatus } from '@inbox/api/shop-status';
import { anAgent, mountPanel, type FakePortsOptions } from '@inbox/panel/testing';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { aDeadLetter, anAccount, anUnsent, aStatus } from './testing';

async function open(status: Partial<ShopStatus> = {}, { answers, settings }: FakePortsOptions = {}) {
  const mounted = await mountPanel(panel, {
    ...(settings && { settings }),
    answers: {
      shopStatus: () => aStatus(status),
      allAgents: () => [anAgent({ id: 5, first_name: 'Asha', last_name: 'Rao' })],
      ...answers,
    },
  });
  await mounted.ready();
  const asked = (wanted: string) => mounted.fake.calls.filter(({ name }) => name === wanted).map(({ input }) => input);
  return { ...mounted, asked };
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const failed = (unsent = [anUnsent()]): Partial<ShopStatus> => ({
  outbox: { waiting: 0, overdue_since: null, failed: unsent.length, unknown: 0, unsent },
});
const letters = (newest = [aDeadLetter()]): Partial<ShopStatus> => ({
  dead_letters: { count: newest.length, newest },
});

describe('the status', () => {
  it('of a shop in which everything works says so', async () => {
    await open();
    expect(screen.getByText(/^All is well/)).toBeVisible();
    const channels = section('Channels and mailboxes');
    expect(channels.getByRole('listitem')).toHaveTextContent('Kurta HouseWhatsApp, +91 80000 00001connected');
    expect(section('On its way out').getByText('Nothing has failed.')).toBeVisible();
    expect(section('Not understood').getByText('Everything that came in was understood.')).toBeVisible();
  });

  it('shows what Meta tells of the account, and says what of it is grave', async () => {
    const at = '2026-11-20T09:00:00.000Z';
    const [grave, calm] = ['A template has another status\nEvent: Rejected', 'A template has changed'];
    await open({
      notices: [
        { id: 1, is_grave: true, words: grave, times: 3, at },
        { id: 2, is_grave: false, words: calm, times: 1, at },
      ],
      ...letters([aDeadLetter({ times: 12 })]),
    });
    expect(screen.getByText('To look at: 1 notice from Meta, 1 delivery was not understood.')).toBeVisible();
    const [first, second] = section('From Meta').getAllByRole('listitem');
    expect(first).toHaveTextContent(/^A template has another statusEvent: Rejected.*3 times$/);
    expect(second).not.toHaveTextContent('times');
    expect(section('Not understood').getByRole('listitem')).toHaveTextContent('12 times');
  });

  it('says first what somebody has to look at', async () => {
    const broken = { out_problem: 'The password is refused.' };
    await open({
      accounts: [
        anAccount(),
        anAccount({ id: 2 as AccountId, channel: 'email', name: 'Help', ...broken }),
        anAccount({ id: 3 as AccountId, channel: 'email', name: 'Old', enabled: false, ...broken }),
      ],
      outbox: { waiting: 2, overdue_since: '2026-11-20T09:00:00Z', failed: 1, unknown: 1, unsent: [anUnsent()] },
      ...letters(),
    });
    const words =
      'To look at: 1 mailbox does not work, 1 message was not sent, of 1 nobody can tell, sending is late, 1 delivery was not understood.';
    expect(screen.getByText(words)).toBeVisible();
    const [, help, old] = section('Channels and mailboxes').getAllByRole('listitem');
    expect(help).toHaveTextContent('does not workMail does not go out: The password is refused.');
    expect(old).toHaveTextContent('switched off');
    expect(old).not.toHaveTextContent('refused');
    expect(section('On its way out').getByText(/^2 wait to be sent/)).toHaveTextContent('The oldest of them was due');
    expect(section('On its way out').getByText('1 more are not listed.')).toBeVisible();
  });

  it('leads a shop without a channel to its first', async () => {
    const settings = { has_channels: false, first_steps: { merchant: 'kala', webhook: 'https://inbox.example/meta' } };
    await open({ accounts: [] }, { settings });
    const steps = section('No channel is connected yet. This comes first:');
    expect(steps.getByText(/pnpm admin account add --merchant kala --kind whatsapp/)).toBeVisible();
    expect(steps.getByText('https://inbox.example/meta')).toBeVisible();
    expect(screen.queryByText(/^All is well/)).toBeNull();
  });

  it('says who has the inbox open, and what became of reports', async () => {
    await open({
      agents: { all: 3, online: [{ id: 5 as never, name: 'Asha Rao', pages: 2 }] },
      exports: [
        {
          id: 1,
          agent: 'Asha Rao',
          state: 'failed',
          ordered_at: '2026-11-20T09:00:00Z',
          ended_at: null,
          error: 'No mailbox.',
        },
      ],
    });
    expect(section('Agents on line').getByText('1 of 3 have the inbox open.')).toBeVisible();
    expect(section('Agents on line').getByRole('listitem')).toHaveTextContent('Asha Rao2 pages');
    expect(section('Reports').getByRole('listitem')).toHaveTextContent(/Ordered by Asha Rao.*failedNo mailbox\./);
  });
});

describe('the permissions', () => {
  const nobody = { use_inbox: false, assign_self: false, assign_others: false, quick_replies: false };
  const permissions = [
    { id: 5 as never, name: 'Asha Rao', ...nobody, use_inbox: true, quick_replies: true, store_admin: true },
    { id: 6 as never, name: 'Dev Kulkarni', ...nobody, use_inbox: true, assign_self: true, store_admin: false },
    { id: 7 as never, name: 'Jatin Rao', ...nobody, store_admin: false },
  ];

  it('of every agent are listed in words, with a hint about how to change them', async () => {
    await open({ agents: { all: 5, online: [] }, permissions });
    const listed = section('Permissions');
    const rows = within(listed.getByRole('table')).getAllByRole('row').slice(1);
    expect(
      rows.map((row) => [within(row).getByRole('rowheader').textContent, within(row).getByRole('cell').textContent]),
    ).toEqual([
      ['Asha Rao', 'use the inbox, change and export quick replies, store admin: see this page, export and erase data'],
      ['Dev Kulkarni', 'use the inbox, assign tickets to themselves'],
      ['Jatin Rao', 'nothing'],
    ]);
    expect(listed.getByText(/^Your operator changes permissions with 'pnpm admin agent set'/)).toBeVisible();
    expect(listed.getByText('2 more agents are not listed.')).toBeVisible();
  });

  it('are left out of the page where an older server does not say them', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Permissions' })).toBeNull();
  });
});

describe('what failed', () => {
  it('is sent again, and stays with the reason when it may not be', async () => {
    let isRefused = true;
    const { asked, fake } = await open(failed(), {
      answers: {
        sendAgain: () => {
          if (isRefused) throw new ApiError('refused', 'The session has expired.', { status: 409 });
          fake.answer({ shopStatus: () => aStatus() });
          return { queued: true };
        },
      },
    });
    const line = section('On its way out');
    await userEvent.click(line.getByRole('button', { name: 'Send again' }));
    expect(await line.findByRole('alert')).toHaveTextContent('The session has expired.');
    isRefused = false;
    await userEvent.click(line.getByRole('button', { name: 'Send again' }));
    expect(await line.findByText('Nothing has failed.')).toBeVisible();
    expect(asked('sendAgain')).toEqual([{ params: { id: 7 } }, { params: { id: 7 } }]);
  });

  it('leads to its conversation; what nobody can tell of is decided there', async () => {
    const { fake } = await open(failed([anUnsent({ state: 'unknown' })]));
    const line = section('On its way out');
    expect(line.queryByRole('button')).toBeNull();
    await userEvent.click(line.getByRole('link', { name: /sending again could send it twice/ }));
    expect(fake.navigations).toEqual([{ to: 'ticket', id: 41 }]);
  });
});

describe('a delivery that was not understood', () => {
  it('is shown as it came, when asked for', async () => {
    const { asked } = await open(letters(), {
      answers: { deadLetterText: () => ({ text: '{"entry":[]}', truncated: true }) },
    });
    expect(asked('deadLetterText')).toEqual([]);
    const letter = section('Not understood');
    await userEvent.click(letter.getByRole('button', { name: 'Show the raw text' }));
    expect(await letter.findByText('{"entry":[]}')).toBeVisible();
    expect(letter.getByText(/^Only the beginning is shown/)).toBeVisible();
    await userEvent.click(letter.getByRole('button', { name: 'Hide the raw text' }));
    expect(letter.queryByText('{"entry":[]}')).toBeNull();
  });

  it('is tried again, and says why that did not help', async () => {
    await open(letters(), {
      answers: { reprocessDeadLetter: () => ({ taken_in: false, reason: "No account '12' is set up." }) },
    });
    const letter = section('Not understood');
    await userEvent.click(letter.getByRole('button', { name: 'Try again' }));
    expect(await letter.findByRole('alert')).toHaveTextContent("No account '12' is set up.");
  });

  it('of which only its sender can do that says so', async () => {
    await open(letters([aDeadLetter({ door: 'mail', may_retry: false })]));
    const letter = section('Not understood');
    expect(letter.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(letter.getByText(/^Whoever sent it has to send it again/)).toBeVisible();
  });
});

describe('who did what', () => {
  const record = (seq: number) => ({
    seq,
    at: '2026-11-20T09:00:00.000Z',
    what: 'ticket.changed',
    about: `ticket:${seq}`,
    who: 'agent:5',
    from: { address: '192.0.2.7', product: 'Firefox' },
    changes: { status: ['open', 'closed'], tags: [[], ['VIP', 'COD']] },
    fields: ['subject'],
    ids: {},
  });

  it('is searched by who, what and when, page by page', async () => {
    const { asked } = await open(
      {},
      {
        answers: {
          auditRecords: ({ query }) =>
            (query as { before?: number }).before === undefined
              ? { records: [record(9)], next: 9 }
              : { records: [record(4)], next: null },
        },
      },
    );
    const audit = section('Who did what');
    await waitFor(() => expect(audit.getByRole('option', { name: 'Asha Rao' })).toBeInTheDocument());
    expect(asked('auditRecords')).toEqual([]);
    await userEvent.selectOptions(audit.getByLabelText('Who'), 'Asha Rao');
    await userEvent.type(audit.getByLabelText('What'), 'ticket');
    await userEvent.click(audit.getByRole('button', { name: 'Search' }));
    const [, row] = await audit.findAllByRole('row');
    expect(row).toHaveTextContent(
      'Asha Raoticket.changedticket:9status: open → closed; tags: – → VIP, COD; subject192.0.2.7, Firefox',
    );
    await userEvent.click(audit.getByRole('button', { name: 'Show earlier ones' }));
    await waitFor(() => expect(audit.getAllByRole('row')).toHaveLength(3));
    expect(audit.queryByRole('button', { name: 'Show earlier ones' })).toBeNull();
    expect(asked('auditRecords')).toMatchObject([
      { query: { who: 'agent:5', what: 'ticket', page_size: 50 } },
      { query: { who: 'agent:5', before: 9 } },
    ]);
  });

  it('says when nothing was found', async () => {
    await open({}, { answers: { auditRecords: () => ({ records: [], next: null }) } });
    const audit = section('Who did what');
    await userEvent.click(audit.getByRole('button', { name: 'Search' }));
    expect(await audit.findByText('Nothing was found.')).toBeVisible();
  });
});
