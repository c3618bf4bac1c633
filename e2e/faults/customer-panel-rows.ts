import { expect, type Locator } from '@playwright/test';
import { openSection, type InboxScreen } from '../harness/inbox-screen';
import { words, type Fault } from './fault';
import type { Row } from './row';

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });

interface CustomerPanelWorld {
  /** Whose ticket is open, and the agent's. */
  customer: string;
  other: string;
  /** The ticket of `other`. */
  otherId: number;
  /** The name of a custom field. */
  field: string;
}

/** The sections beside the open ticket. */
export function customerPanelRows(
  screen: InboxScreen,
  fault: Fault,
  { customer, other, otherId, field }: CustomerPanelWorld,
): Row[] {
  const { page, details } = screen;
  const toast = (text: string) => page.getByText(text, { exact: true }).last();
  const section = (name: string) => details.getByRole('group', { name, exact: true });
  const [fields, links] = [section('Custom Fields'), section('Linked Tickets')];
  const input = fields.getByRole('textbox', { name: field, exact: true });
  const unlink = () => button(links, `Remove the link with #${otherId}`).click();
  return [
    {
      call: 'customFields',
      path: /\/ticket\/fields\//,
      retried: true,
      ask: () => openSection(details, 'Custom Fields'),
      seen: () => expect(fields.getByText(words[fault])).toBeVisible(),
      again: async () => {
        await button(fields, 'Retry').click();
        await expect(input).toBeVisible();
      },
    },
    {
      call: 'saveFieldValues',
      path: /\/field-values\//,
      ask: async () => {
        await input.fill('Kept');
        await button(fields, 'Update').click();
      },
      seen: async () => {
        await expect(toast('Custom fields could not be updated')).toBeVisible();
        await expect(input).toHaveValue('Kept');
      },
      again: async () => {
        await button(fields, 'Update').click();
        await expect(toast('Custom fields have been updated')).toBeVisible();
      },
    },
    {
      call: 'linkedTickets',
      path: /\/link-ticket\//,
      retried: true,
      ask: () => openSection(details, 'Linked Tickets'),
      seen: () => expect(links.getByText(words[fault])).toBeVisible(),
      again: async () => {
        await button(links, 'Retry').click();
        await expect(links.getByText('No linked tickets.')).toBeVisible();
      },
    },
    {
      call: 'linkTicket',
      path: /\/link-ticket\/\d+\/$/,
      ask: async () => {
        await links.getByRole('textbox').fill(String(otherId));
        await button(links, 'Add').click();
      },
      seen: async () => {
        await expect(links.getByText(words[fault])).toBeVisible();
        await expect(links.getByRole('textbox')).toHaveValue(String(otherId));
      },
      again: async () => {
        await button(links, 'Add').click();
        await expect(links.getByRole('link')).toContainText(`#${otherId}`);
      },
    },
    {
      call: 'unlinkTicket',
      path: /\/link-ticket\/\d+\/remove\//,
      ask: unlink,
      seen: async () => {
        await expect(toast('ERROR! Could not remove ticket id')).toBeVisible();
        await expect(links.getByRole('link')).toHaveCount(1);
      },
      again: async () => {
        await unlink();
        await expect(links.getByText('No linked tickets.')).toBeVisible();
      },
    },
    {
      call: 'fieldValues',
      path: /\/field-values\//,
      retried: true,
      ask: () => screen.row(other).click(),
      seen: () => expect(fields.getByText(words[fault])).toBeVisible(),
      again: async () => {
        await button(fields, 'Retry').click();
        await expect(fields.getByText(field)).toBeVisible();
        await screen.openTicketOf(customer);
      },
    },
  ];
}
