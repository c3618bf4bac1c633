/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, type InitiateTemplateRequest } from '@inbox/api';
import { orderSchema } from '@inbox/domain';
import { aCustomer, aMessage, aProfile, aTemplate, aTicket, type Answers } from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lookedAt, mounted, rohit, uploaded, world } from '../../testing/reply-world';

const expired = aTicket({ ...rohit, session_expiry_at: '2020-01-01T00:00:00.000Z' });
const templates = [
  aTemplate({ id: 1, template_name: 'Order_on_its_way' }),
  aTemplate({ id: 2, template_name: 'festive_offer', header: { kind: 'image', text: '' }, content: 'Look *here*' }),
  aTemplate({ id: 3, template_name: 'new_arrivals', not_supported: 'carousel' }),
  aTemplate({ id: 4, template_name: 'of another number', account_id: 2 }),
  aTemplate({
    id: 5,
    template_name: 'links',
    content: 'Follow it.',
    buttons: [
      { kind: 'url', label: 'Track', value: 'https://track.example/{{1}}' },
      { kind: 'copy_code', label: 'Copy', value: 'X' },
    ],
  }),
];
const order = orderSchema.parse({
  order_number: '#1001',
  order_created_at: '2026-11-01T00:00:00.000Z',
  is_cod: false,
  is_cancelled: false,
  total_order_price: 499,
  line_items: [{ name: 'Kurta', price: 499 }],
});

const sentAs = ({ temp_id }: InitiateTemplateRequest) => ({
  item: aMessage({
    id: 600,
    ticket_id: 1,
    conversation_id: 101,
    temp_id: temp_id ?? null,
    actor: 'merchant',
    message_type: 'template',
    message: 'It was sent.',
  }),
  ticket: expired,
});

beforeEach(() => {
  localStorage.clear();
  lookedAt();
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});

async function opened(answers: Answers = {}, profile = aProfile()) {
  const fake = await mounted(
    world(
      {
        templates: () => ({ templates, problem: null }),
        customerDetails: () => aCustomer(),
        customerOrders: () => [order],
        initiateTemplate: ({ body }) => sentAs(body),
        ...answers,
      },
      expired,
      profile,
    ),
  );
  const region = await screen.findByRole('region', { name: 'Reply' });
  expect(region).toHaveTextContent('Ticket has expired. Please send a template message by clicking here.');
  await userEvent.click(within(region).getByRole('link', { name: 'clicking here' }));
  return fake;
}
const picker = () => screen.findByRole('dialog', { name: 'Send Whatsapp Template' });
async function choose(name: string) {
  await userEvent.click(await within(await picker()).findByRole('button', { name: new RegExp(`^${name}`) }));
  return screen.findByRole('dialog', { name });
}
const sends = (fake: Awaited<ReturnType<typeof opened>>) =>
  fake.calls
    .filter(({ name }) => name === 'initiateTemplate')
    .map(({ input }) => (input as { body: InitiateTemplateRequest }).body);

describe('the picker', () => {
  it('asks for approved templates and shows those of the ticket’s number, found by their names whatever the case', async () => {
    const fake = await opened();
    const dialog = await picker();
    const list = await within(dialog).findByRole('list', { name: 'Templates' });
    expect(within(list).getAllByRole('button')).toHaveLength(4);
    expect(fake.calls.find(({ name }) => name === 'templates')?.input).toEqual({
      query: { sf: 'approved', t: 'initiate_chat', rt: false, mt: false },
    });
    await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Search templates' }), 'ORDER');
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Order_on_its_wayHello {{1}}, your order {{2}} is on its way.']);
    await userEvent.clear(within(dialog).getByRole('searchbox'));
    await userEvent.type(within(dialog).getByRole('searchbox'), 'nothing');
    expect(within(dialog).getByText('No template has this name.')).toBeVisible();
  });

  it('names what is not supported, and does not open it', async () => {
    await opened();
    const dialog = await picker();
    const carousel = await within(dialog).findByRole('button', { name: /^new_arrivals/ });
    expect(carousel).toHaveTextContent('Carousel templates are not supported.');
    await userEvent.click(carousel);
    expect(await picker()).toBeVisible();
  });

  it('says where templates are made, and leads there', async () => {
    const fake = await opened();
    const dialog = await picker();
    expect(dialog).toHaveTextContent('Templates are created in WhatsApp settings with the Initiate Chat event.');
    await userEvent.click(within(dialog).getByRole('link', { name: 'WhatsApp settings' }));
    expect(fake.navigations).toEqual([{ to: 'whatsapp-templates' }]);
  });

  it('says why there are none, and asks again', async () => {
    let problem: string | null = 'WhatsApp did not answer with the templates: Missing permission';
    await opened({ templates: () => ({ templates: problem === null ? templates : [], problem }) });
    expect(await within(await picker()).findByRole('alert')).toHaveTextContent('Missing permission');
    problem = null;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('list', { name: 'Templates' })).toBeVisible();
  });

  it('does not open for who may not write on the ticket', async () => {
    const other = aProfile({ current_user_id: 9, can_assign_ticket_to_other_agent: false });
    const fake = await opened({}, other);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.calls.map(({ name }) => name)).not.toContain('templates');
  });
});

describe('the modal', () => {
  it('has one input for each distinct placeholder, and sends when each has a value, once', async () => {
    const fake = await opened();
    const dialog = await choose('Order_on_its_way');
    const send = within(dialog).getByRole('button', { name: 'Send' });
    expect(
      within(dialog)
        .getAllByRole('combobox')
        .map((input) => (input as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual(['{{1}}', '{{2}}']);
    await userEvent.type(within(dialog).getByRole('combobox', { name: '{{1}}' }), 'Rohit');
    expect(send).toBeDisabled();
    await userEvent.type(within(dialog).getByRole('combobox', { name: '{{2}}' }), '#9');
    expect(within(dialog).getByRole('region', { name: 'Preview' })).toHaveTextContent(
      'Hello Rohit, your order #9 is on its way.',
    );
    fireEvent.click(send);
    fireEvent.click(send);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sends(fake)).toEqual([
      {
        template_id: 1,
        parameters: { 1: 'Rohit', 2: '#9' },
        ticket_ids: [1],
        media_url: null,
        button_url: null,
        temp_id: expect.any(String),
      },
    ]);
    expect(fake.toasts).toMatchObject([{ kind: 'success', text: 'Message has been sent to #1' }]);
    expect(await screen.findByText('It was sent.')).toBeVisible();
  });

  it('offers what is known of the customer and the order', async () => {
    await opened();
    const dialog = await choose('Order_on_its_way');
    const first = within(dialog).getByRole('combobox', { name: '{{1}}' });
    await waitFor(() => expect(within(dialog).getAllByRole('button', { name: /^Known values/ })).toHaveLength(2));
    first.focus();
    await userEvent.keyboard('{ArrowDown}');
    const options = within(dialog).getByRole('listbox', { name: 'Known values for {{1}}' });
    expect(
      within(options)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(['First nameRohit', 'Last order: number#1001', 'Last order: productsKurta']));
    await userEvent.keyboard('{Enter}');
    expect(first).toHaveValue('Rohit');
    expect(within(dialog).queryByRole('listbox')).toBeNull();
    await userEvent.keyboard('{ArrowDown}{Escape}');
    expect(within(dialog).queryByRole('listbox')).toBeNull();
    expect(dialog).toBeVisible();
  });

  it('says Sending... meanwhile, and tells the server’s text with the target; tried again it is the same send', async () => {
    let refuse: (error: ApiError) => void = () => undefined;
    const fake = await opened({
      initiateTemplate: ({ body }) =>
        sends(fake).length === 1 ? new Promise((_resolve, reject) => (refuse = reject)) : sentAs(body),
    });
    const dialog = await choose('links');
    await userEvent.type(within(dialog).getByRole('combobox', { name: 'End of the link of “Track”' }), 'abc');
    await userEvent.type(within(dialog).getByRole('combobox', { name: 'Code of “Copy”' }), 'SAVE{Enter}');
    expect(await within(dialog).findByRole('button', { name: 'Sending...' })).toBeDisabled();
    refuse(new ApiError('refused', "The template 'links' is paused by WhatsApp."));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Send' })).toBeEnabled());
    expect(fake.toasts).toMatchObject([{ kind: 'error', text: "The template 'links' is paused by WhatsApp. #1" }]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [one, two] = sends(fake);
    expect(two).toEqual(one);
    expect(one).toMatchObject({ parameters: { 'button:1': 'SAVE' }, button_url: 'abc' });
  });

  it('uploads the file that it begins with, and says what it cannot be', async () => {
    const fake = await opened({ upload: uploaded });
    const dialog = await choose('festive_offer');
    const input = within(dialog).getByLabelText('Choose an image');
    const file = (name: string, type: string, size = 10) => {
      const made = new File(['x'], name, { type });
      Object.defineProperty(made, 'size', { value: size });
      return made;
    };
    const choosing = userEvent.setup({ applyAccept: false });
    await choosing.upload(input, file('a.mp4', 'video/mp4'));
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      'File a.mp4 has a type video/mp4 which is not supported',
    );
    await choosing.upload(input, file('big.png', 'image/png', 5_000_001));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('image/png larger than 5 MB is not supported');
    expect(within(dialog).getByRole('button', { name: 'Send' })).toBeDisabled();
    await choosing.upload(input, file('a.png', 'image/png'));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Send' })).toBeEnabled());
    expect(within(dialog).getByRole('img', { name: 'a.png' })).toBeVisible();
    expect(within(dialog).getByText('here').tagName).toBe('STRONG');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(sends(fake)).toMatchObject([{ media_url: expect.stringMatching(/^\/api\/inbox\/uploads\/\d+\/$/) }]),
    );
  });

  it('leads back to the templates', async () => {
    await opened();
    const dialog = await choose('links');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Back to templates' }));
    expect(await picker()).toBeVisible();
  });
});

describe('what WhatsApp changes meanwhile', () => {
  const order_template = templates[0]!;
  const tell = (fake: Awaited<ReturnType<typeof opened>>, status: 'paused' | 'approved') =>
    act(async () =>
      fake.shell.emit('live.templates.changed', {
        type: 'templates.changed',
        templates: [{ id: order_template.id, status }],
      }),
    );

  it('leaves and comes in an open picker', async () => {
    const fake = await opened();
    const list = await within(await picker()).findByRole('list', { name: 'Templates' });
    const names = () => within(list).queryAllByRole('button', { name: /^Order_on_its_way/ });
    expect(names()).toHaveLength(1);
    fake.answer({ templates: () => ({ templates: templates.slice(1), problem: null }) });
    await tell(fake, 'paused');
    await waitFor(() => expect(names()).toHaveLength(0));
    fake.answer({ templates: () => ({ templates, problem: null }) });
    await tell(fake, 'approved');
    await waitFor(() => expect(names()).toHaveLength(1));
  });

  it('is said in the modal of the template, until it is approved again', async () => {
    const fake = await opened();
    const modal = await choose('Order_on_its_way');
    expect(within(modal).queryByRole('alert')).toBeNull();
    fake.answer({ templates: () => ({ templates: templates.slice(1), problem: null }) });
    await tell(fake, 'paused');
    expect(await within(modal).findByRole('alert')).toHaveTextContent(
      'WhatsApp has paused this template. It cannot be sent now.',
    );
    fake.answer({ templates: () => ({ templates, problem: null }) });
    await tell(fake, 'approved');
    await waitFor(() => expect(within(modal).queryByRole('alert')).toBeNull());
  });

  it('is had after the connection was away', async () => {
    const fake = await opened();
    const modal = await choose('Order_on_its_way');
    fake.answer({ templates: () => ({ templates: templates.slice(1), problem: null }) });
    await act(async () => fake.setConnection({ state: 'offline', since: 0, attempt: 1 }));
    await act(async () => fake.setConnection({ state: 'live' }));
    expect(await within(modal).findByRole('alert')).toHaveTextContent('This template is no longer approved');
  });
});
