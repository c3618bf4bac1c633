/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, type InitiateTemplateRequest } from '@inbox/api';
import { aCustomer, aMessage, aTemplate, aTicket, createFakePorts, type Answers } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { layOut } from '../../testing/lay-out';
import { backend, showList } from '../../testing/list-screen';

/** The chunks, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await import('./template-mode');
});
beforeEach(() => {
  layOut();
  localStorage.clear();
});

const NOBODY = { phone: null, email: null, first_name: null, last_name: null };
const ticket = aTicket({ id: 77 });
const { conversation_id } = ticket;
const PRIYA = { phone: '919876543210', email: null, first_name: 'Priya', last_name: 'Nair', conversation_id };
const templates = [
  aTemplate({ id: 1, template_name: 'Order_on_its_way', content: 'Hello {{1}}' }),
  aTemplate({ id: 2, template_name: 'festive_offer', content: 'Look *here*' }),
];
const sent = ({ temp_id }: InitiateTemplateRequest) => ({
  item: aMessage({ ticket_id: 77, temp_id: temp_id ?? null, actor: 'merchant', message_type: 'template' }),
  ticket,
});

async function open(answers: Answers = {}) {
  const fake = createFakePorts({
    answers: {
      ...backend([]),
      customerInfo: () => NOBODY,
      customerDetails: () => aCustomer({ first_name: 'Priya' }),
      customerOrders: () => [],
      templates: () => ({ templates, problem: null }),
      initiateTemplate: ({ body }) => sent(body),
      ...answers,
    },
  });
  const { user, write } = await showList([], fake);
  const show = async () => {
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send Whatsapp Template' }));
    return screen.findByRole('region', { name: 'Send Whatsapp Template' });
  };
  const mode = await show();
  const asked = () =>
    fake.calls.flatMap(({ name, input }) =>
      name === 'initiateTemplate' ? [(input as { body: InitiateTemplateRequest }).body] : [],
    );
  return { user, write, fake, mode, show, asked, texts: () => fake.toasts.map(({ text }) => text) };
}
type Opened = Awaited<ReturnType<typeof open>>;
const phone = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Phone number/ });
async function pick({ user, write, mode }: Opened, name = 'Order_on_its_way', number = '9876543210') {
  await write(phone(), number);
  await user.click(within(mode).getByRole('button', { name: 'Next' }));
  await user.click(await within(mode).findByRole('button', { name: new RegExp(`^${name}`) }));
  return screen.findByRole('dialog', { name });
}

describe('the phone number', () => {
  it('is of type tel and has the focus; the list is out of reach', async () => {
    const { mode } = await open();
    expect(phone()).toHaveAttribute('type', 'tel');
    expect(phone()).toHaveFocus();
    expect(mode.parentElement?.querySelector('[inert]')).not.toBeNull();
  });

  it('is ten digits, however it is written', async () => {
    const { user, write } = await open();
    for (const [typed, becomes] of [
      ['+91 98765-43210', '9876543210'],
      ['(098765) 43210', '9876543210'],
      ['\u202a+91\u00a098765\u201143210\u202c', '9876543210'],
      ['tel:+91.98765.43210', '9876543210'],
      ['९८७६५ ४३२१०', '9876543210'],
      ['+65 8123 4567', '6581234567'],
      ['98765', '98765'],
    ] as const) {
      await write(phone(), typed);
      expect(phone()).toHaveValue(becomes);
      await user.clear(phone());
    }
  });

  it.each(['98765x', '\u{1f4de}', '98765+43210', '9876543210987654', '\u2460', '987654321{Enter}', '{Enter}'])(
    'that is none empties the field and says so: %s',
    async (keys) => {
      const { user } = await open();
      if (keys.endsWith('{Enter}')) await user.type(phone(), keys);
      else await user.paste(keys);
      expect(phone()).toHaveValue('');
      expect(screen.getByRole('alert')).toHaveTextContent('Enter a Valid Number');
      expect(phone()).toHaveFocus();
      await user.type(phone(), '9');
      expect(screen.queryByRole('alert')).toBeNull();
      expect(phone()).toBeValid();
    },
  );

  it('leads on at exactly ten digits', async () => {
    const { user, write, mode } = await open();
    const next = within(mode).getByRole('button', { name: 'Next' });
    await write(phone(), '987654321');
    expect(next).toHaveAttribute('aria-disabled', 'true');
    await user.type(phone(), '0');
    expect(next).toHaveAttribute('aria-disabled', 'false');
    await user.keyboard('{Enter}');
    expect(await within(mode).findByRole('list', { name: 'Templates' })).toBeVisible();
    expect(within(mode).getByRole('searchbox')).toHaveFocus();
  });
});

describe('picker and modal', () => {
  it('find by name, offer what is known of the customer, and send once with the number', async () => {
    const opened = await open({ customerInfo: () => PRIYA });
    const { user, write, fake, asked, mode } = opened;
    await write(phone(), '9876543210');
    expect(await within(mode).findByText('To 9876543210, Priya Nair')).toBeVisible();
    await user.keyboard('{Enter}');
    await write(await within(mode).findByRole('searchbox'), 'ORDER');
    expect(within(within(mode).getByRole('list', { name: 'Templates' })).getAllByRole('button')).toHaveLength(1);
    expect(mode).toHaveTextContent('Templates are created in WhatsApp settings with the Initiate Chat event.');
    await user.click(within(mode).getByRole('button', { name: /^Order/ }));
    const modal = await screen.findByRole('dialog', { name: 'Order_on_its_way' });
    await user.click(within(modal).getByRole('button', { name: 'Known values for {{1}}' }));
    await user.click(await within(modal).findByRole('option', { name: /First name/ }));
    expect(within(modal).getByRole('region', { name: 'Preview' })).toHaveTextContent('Hello Priya');
    await user.dblClick(within(modal).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Send Whatsapp Template' })).toBeNull());
    expect(asked()).toEqual([
      {
        template_id: 1,
        parameters: { 1: 'Priya' },
        phone: '9876543210',
        media_url: null,
        button_url: null,
        temp_id: expect.any(String),
      },
    ]);
    expect(fake.toasts).toMatchObject([{ kind: 'success', text: 'Message has been sent to 9876543210' }]);
    expect(screen.getByRole('button', { name: 'Add' })).toHaveFocus();
    fake.pressToast();
    expect(fake.navigations).toContainEqual({ to: 'ticket', id: 77 });
  });

  it('a number of another country is looked up, shown and sent with it', async () => {
    const opened = await open();
    const { user, fake, asked, mode } = opened;
    await user.type(phone(), '+65 8123 4567');
    expect(phone()).toHaveValue('6581234567');
    expect(await within(mode).findByText('To +6581234567')).toBeVisible();
    const query = { phone: '6581234567', whole_phone: '+6581234567' };
    await waitFor(() =>
      expect(fake.calls).toContainEqual(expect.objectContaining({ name: 'customerInfo', input: { query } })),
    );
    await user.keyboard('{Enter}');
    await user.click(await within(mode).findByRole('button', { name: /^festive_offer/ }));
    const modal = await screen.findByRole('dialog', { name: 'festive_offer' });
    expect(modal).toHaveTextContent('+6581234567');
    await user.click(within(modal).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(asked()).toMatchObject([{ phone: '6581234567', whole_phone: '+6581234567' }]));
  });

  it('a refusal says the server’s words and the number, and leaves everything as it is', async () => {
    const opened = await open({
      initiateTemplate() {
        throw new ApiError('refused', 'The template is paused.', { status: 409 });
      },
    });
    const modal = await pick(opened, 'festive_offer');
    await opened.user.click(within(modal).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(opened.texts()).toEqual(['The template is paused. 9876543210']));
    expect(modal).toBeVisible();
  });

  it('a lost answer leaves the very same send to be made again, also after a reload, to the same number', async () => {
    let fails = true;
    const opened = await open({
      initiateTemplate({ body }) {
        if (fails) throw new ApiError('timeout', 'No answer');
        return sent(body);
      },
    });
    const { user, show, asked, texts } = opened;
    const modal = await pick(opened, 'festive_offer');
    await user.click(within(modal).getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/^It is not known whether the message to 9876543210 was sent/)).toBeVisible();
    await user.keyboard('{Escape}');
    const again = await show();
    fails = false;
    await user.click(within(again).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(texts().at(-1)).toBe('Message has been sent to 9876543210'));
    expect(asked()).toHaveLength(2);
    expect(asked()[1]).toEqual(asked()[0]);
    await show();
    expect(phone()).toHaveValue('');
  });
});

describe('the way back', () => {
  it('leads from the modal to the templates, to the number, and to the list', async () => {
    const opened = await open();
    const { user } = opened;
    await pick(opened);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const mode = screen.getByRole('region', { name: 'Send Whatsapp Template' });
    await user.click(within(mode).getByRole('button', { name: 'Back to the phone number' }));
    expect(phone()).toHaveValue('9876543210');
    expect(phone()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Send Whatsapp Template' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Add' })).toHaveFocus();
  });

  it('the palette opens it as well', async () => {
    const { user, fake } = await open();
    await user.keyboard('{Escape}');
    await act(() => fake.shell.send('act.ticket-list', { action: 'send_template' }));
    expect(await screen.findByRole('region', { name: 'Send Whatsapp Template' })).toBeVisible();
  });
});
