/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import type { AgentId, ScheduledMail, TempId, TicketId } from '@inbox/domain';
import {
  CALL_FAULTS,
  meetCallFault,
  refusalOr,
  saidOfFaults,
  type Answers,
  type FakePorts,
} from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBrowser } from '../../testing/a-browser';
import { heldRecords } from '../../testing/held-records';
import { CUSTOMER, drawerOf, hers, mailWorld, openDrawer, press, withMails, write } from '../../testing/mail-drawer';
import { lookedAt, mounted, texts } from '../../testing/reply-world';
import { localTime } from './later-times';

/** The chunks, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await Promise.all([
    import('../mail-drawer'),
    import('./later-dialog'),
    import('./scheduled-list'),
    import('../../email/quoted-mail'),
  ]);
});
beforeEach(() => {
  localStorage.clear();
  heldRecords.browser = aBrowser();
  lookedAt();
});

const HOUR = 3_600_000;
/** It stands, so that a time which is chosen is the same time when it is looked at. */
const NOW = Date.parse('2026-11-20T06:30:00Z');
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

const mail = (fields: Partial<ScheduledMail> = {}): ScheduledMail => ({
  temp_id: '5f0f1b9e-6c9a-4f0a-8d5c-2b9f0c3a7d11' as TempId,
  ticket_id: 1 as TicketId,
  agent_id: 1 as AgentId,
  agent_name: 'Asha Rao',
  kind: 'reply',
  to: [CUSTOMER],
  subject: 'Re: Kurta',
  beginning: 'Packed today',
  send_at: new Date(NOW + HOUR).toISOString(),
  failed: null,
  ...fields,
});

interface Store {
  list: ScheduledMail[];
}
/** A server that holds scheduled mails. */
function server(list: ScheduledMail[] = [], answers: Answers = {}): { store: Store; answers: Answers } {
  const store: Store = { list };
  return {
    store,
    answers: {
      scheduledMails: () => store.list,
      sendLater({ body }) {
        const { temp_id, to, subject = '', message } = body.reply;
        const made = mail({ temp_id, to, subject, beginning: message, send_at: body.send_at });
        store.list = [...store.list, made];
        return made;
      },
      cancelScheduled({ params }) {
        store.list = store.list.filter(({ temp_id }) => temp_id !== params.temp_id);
        return {};
      },
      scheduledText: () => ({
        mail: mail(),
        to: [CUSTOMER],
        cc: ['dev@shop.example'],
        bcc: [],
        answered: hers.id,
        subject: 'Planned',
        from: 'care@shop.example',
        email_body: '<div>Packed <strong>today</strong></div>',
        attachments: [],
        left_out: [],
      }),
      ...answers,
    },
  };
}

const inputsOf = (fake: FakePorts, name: string) =>
  fake.calls.flatMap((call) => (call.name === name ? [call.input as { body: never }] : []));
async function chooseTime(drawer: HTMLElement, name: string) {
  press(drawer, 'Send later');
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}
/** As the server says it to every open page. */
const changed = (fake: FakePorts, ticket_id: number) =>
  act(async () =>
    fake.shell.emit('live.scheduled_mails.changed', {
      type: 'scheduled_mails.changed',
      ticket_id: ticket_id as TicketId,
    }),
  );
async function planned(fake: FakePorts) {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(texts(fake)).toEqual([expect.stringContaining('The e-mail will be sent on ')]);
  await changed(fake, 1);
}
const list = () => screen.findByRole('list', { name: 'E-mails that are sent later' });
const names = (place: HTMLElement) =>
  within(place)
    .queryAllByRole('button')
    .map((button) => button.textContent);

describe('planning a mail', () => {
  it('hands it to the server with its time, shows it above the reply box and empties the drawer', async () => {
    const { answers } = server();
    const fake = await withMails([hers], answers);
    const drawer = await openDrawer('reply');
    write('Packed today');
    await chooseTime(drawer, 'In 1 hour');
    await planned(fake);
    expect(await list()).toHaveTextContent('Packed today');
    const [input] = inputsOf(fake, 'sendLater');
    const { send_at, reply } = (input?.body ?? {}) as { send_at: string; reply: object };
    expect(Date.parse(send_at)).toBe(NOW + HOUR);
    expect(reply).toMatchObject({
      ticket_id: 1,
      to: [CUSTOMER],
      email_body: '<div>Packed today</div>',
      mail_kind: 'reply',
    });
    expect(inputsOf(fake, 'reply')).toEqual([]);
    await waitFor(() => expect(heldRecords.browser.stored('drafts')).toEqual([]));
  });

  it('takes a date and a time of one’s own: not in the past, and within a year', async () => {
    const { answers } = server();
    const fake = await withMails([hers], answers);
    const drawer = await openDrawer('reply');
    write('Packed today');
    await chooseTime(drawer, 'Choose date and time');
    const dialog = await screen.findByRole('dialog', { name: 'Send later' });
    const field = within(dialog).getByLabelText('Date and time');
    for (const [at, words] of [
      [NOW - HOUR, 'Choose a time that is still to come.'],
      [NOW + 400 * 24 * HOUR, 'Choose a time within a year.'],
    ] as const) {
      fireEvent.change(field, { target: { value: localTime(at) } });
      press(dialog, 'Send later');
      expect(within(dialog).getByRole('status')).toHaveTextContent(words);
      expect(field).toHaveAttribute('aria-invalid', 'true');
    }
    expect(inputsOf(fake, 'sendLater')).toEqual([]);
    const chosen = localTime(NOW + 48 * HOUR);
    fireEvent.change(field, { target: { value: chosen } });
    press(dialog, 'Send later');
    await planned(fake);
    const { send_at } = (inputsOf(fake, 'sendLater')[0]?.body ?? {}) as { send_at: string };
    expect(Date.parse(send_at)).toBe(new Date(chosen).getTime());
  });

  it('needs somebody to go to', async () => {
    const fake = await withMails([hers], server().answers);
    const drawer = await openDrawer('forward');
    await chooseTime(drawer, 'In 1 hour');
    expect(texts(fake)).toEqual(['Recipient mail should not be empty']);
    expect(inputsOf(fake, 'sendLater')).toEqual([]);
  });

  it('keeps the draft when the server refuses it, and says why', async () => {
    const sendLater = () => {
      throw new ApiError('refused', 'No.', {
        status: 400,
        fields: { send_at: ['Choose a time that is still to come.'] },
      });
    };
    const fake = await withMails([hers], server([], { sendLater }).answers);
    const drawer = await openDrawer('reply');
    write('Packed today');
    await chooseTime(drawer, 'In 1 hour');
    await waitFor(() => expect(texts(fake)).toEqual(['send_at : Choose a time that is still to come.']));
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent('Packed today');
  });

  it('says whether the server refused it, keeps the draft, and has one id until the server has said no', async () => {
    const fake = await withMails([hers], server().answers);
    const drawer = await openDrawer('reply');
    write('Packed today');
    const said = await saidOfFaults(async (error) => {
      fake.answer({ sendLater: () => Promise.reject(error) });
      fake.toasts.length = 0;
      await chooseTime(drawer, 'In 1 hour');
      await waitFor(() => expect(fake.toasts).toHaveLength(1));
      await waitFor(() => expect(within(drawer).getByRole('button', { name: 'Send later' })).toBeEnabled());
      expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent('Packed today');
      return fake.toasts[0]?.text;
    });
    expect(said).toEqual(refusalOr('The e-mail could not be planned. Please try again.'));
    const asked = inputsOf(fake, 'sendLater').map(({ body }) => (body as { reply: { temp_id: string } }).reply.temp_id);
    const refused = Object.keys(said).flatMap((fault, at) => (fault === '429' || fault === '403' ? [at] : []));
    // What may have been stored is asked for under the same id.
    const isNew = asked.map((id, at) => id !== asked[at - 1]);
    expect(isNew).toEqual(asked.map((_, at) => at === 0 || refused.includes(at - 1)));
  });

  it('is one mail when an answer is lost: what is sent next has the same id', async () => {
    const sendLater = () => {
      throw new ApiError('timeout', 'The server is not answering.');
    };
    const fake = await withMails([hers], server([], { sendLater }).answers);
    const drawer = await openDrawer('reply');
    write('Packed today');
    await chooseTime(drawer, 'In 1 hour');
    await waitFor(() => expect(texts(fake)).toEqual(['The e-mail could not be planned. Please try again.']));
    press(drawer, 'Send');
    await waitFor(() => expect(inputsOf(fake, 'reply')).toHaveLength(1));
    const { reply } = (inputsOf(fake, 'sendLater')[0]?.body ?? {}) as { reply: { temp_id: string } };
    expect(inputsOf(fake, 'reply')[0]?.body).toMatchObject({ temp_id: reply.temp_id });
  });
});

describe('what is planned', () => {
  it('is listed for everybody, and changed by its writer or an admin alone', async () => {
    await withMails([hers], server([mail({ agent_id: 99 as AgentId, agent_name: 'Dev Patel' })]).answers);
    const place = await list();
    expect(place).toHaveTextContent('by Dev Patel');
    expect(names(place)).toEqual([]);
  });

  it('says when it could not be loaded, for each fault, and is there on Retry', async () => {
    const fake = mailWorld([hers], server([mail()]).answers);
    const { next, met, end } = meetCallFault(fake, /\/ticket\/\d+\/reply\/later\/$/, '429');
    await mounted(fake);
    const retry = async () =>
      fireEvent.click(await screen.findByRole('button', { name: 'Retry loading e-mails that are sent later' }));
    for (const [fault] of CALL_FAULTS) {
      next(fault);
      await retry();
      await waitFor(() => expect(met()).toBeGreaterThan(0));
      expect(await screen.findByText('E-mails that are sent later could not be loaded.')).toBeVisible();
    }
    end();
    await retry();
    expect(await list()).toHaveTextContent('Packed today');
  });

  it('follows what others change', async () => {
    const { store, answers } = server();
    const fake = await withMails([hers], answers);
    await waitFor(() => expect(inputsOf(fake, 'scheduledMails').length).toBeGreaterThan(0));
    store.list = [mail()];
    await changed(fake, 2);
    expect(screen.queryByRole('list', { name: 'E-mails that are sent later' })).toBeNull();
    await changed(fake, 1);
    expect(await list()).toHaveTextContent('Will be sent on');
    store.list = [mail({ failed: 'The ticket is closed.' })];
    await changed(fake, 1);
    await waitFor(async () => expect(await list()).toHaveTextContent('Not sent: The ticket is closed.'));
    expect(names(await list())).toEqual(['Edit', 'Remove']);
  });

  it('is called off', async () => {
    const fake = await withMails([hers], server([mail()]).answers);
    press(await list(), `Cancel sending: To ${CUSTOMER} · Re: Kurta · Packed today`);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'E-mails that are sent later' })).toBeNull());
    expect(texts(fake)).toEqual(['The e-mail will not be sent']);
  });

  const edit = async () =>
    press(await list(), `Edit the e-mail that is sent later: To ${CUSTOMER} · Re: Kurta · Packed today`);

  it('goes back into the drawer whole to be changed', async () => {
    const fake = await withMails([hers], server([mail()]).answers);
    await edit();
    const drawer = await drawerOf('reply');
    await waitFor(() =>
      expect(within(drawer).getByRole('textbox', { name: 'Message' })).toHaveTextContent('Packed today'),
    );
    expect(within(drawer).getByRole('textbox', { name: 'Subject' })).toHaveValue('Planned');
    expect(within(drawer).getByRole('combobox', { name: 'From' })).toHaveValue('care@shop.example');
    expect(within(drawer).getByRole('list', { name: 'Cc' })).toHaveTextContent('dev@shop.example');
    expect(inputsOf(fake, 'cancelScheduled')).toHaveLength(1);
  });

  it('does not take the place of what is written in the drawer', async () => {
    const fake = await withMails([hers], server([mail()]).answers);
    const drawer = await openDrawer('reply');
    write('Something else');
    press(drawer, 'Close and keep the draft');
    await edit();
    await waitFor(() => expect(texts(fake)).toEqual(['Send or discard what you have written in the drawer first.']));
    expect(inputsOf(fake, 'cancelScheduled')).toEqual([]);
  });

  it('is no draft when it was sent meanwhile', async () => {
    const cancelScheduled = () => {
      throw new ApiError('refused', 'This e-mail is not planned any more.', { status: 404 });
    };
    const fake = await withMails([hers], server([mail()], { cancelScheduled }).answers);
    await edit();
    await waitFor(() => expect(texts(fake)).toEqual(['This e-mail is not planned any more.']));
    await waitFor(() => expect(heldRecords.browser.stored('drafts')).toEqual([]));
  });
});
