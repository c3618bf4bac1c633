import { formatMoney } from '@inbox/domain/conversation';
import { convert } from 'html-to-text';
import { sources, statuses } from '../exports/export-columns';
import { html, Html } from '../platform/html/html';
import type { CustomerData } from './customer-data';

/** A file as it lies in the folder; null for one that is not on the disk any more. */
export interface ExportedFile {
  of: string;
  filename: string;
  path: string | null;
}

const STYLE = `
:root { color-scheme: light dark; }
body { max-inline-size: 48rem; margin: 0 auto; padding: 24px 16px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
article { margin-block: 8px; padding: 8px 12px; border: 1px solid #8884; border-radius: 8px; }
pre { margin: 4px 0; white-space: pre-wrap; font: inherit; }
small { opacity: 0.75; }
table { border-collapse: collapse; } th, td { padding: 2px 12px 2px 0; text-align: start; vertical-align: top; }
`;

const none = new Html('');
const time = (at: Date | null): string => at?.toISOString().replace('T', ' ').slice(0, 16) ?? '';

const row = (name: string, value: string | null): Html =>
  value
    ? html`<tr>
        <th scope="row">${name}</th>
        <td>${value}</td>
      </tr>`
    : none;

const NAMES = {
  full_name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  pin: 'Postcode',
} as const;

const WRITERS: Record<string, string> = { customer: 'The customer', merchant: 'The shop' };

/** What was exchanged, bought and noted, as a page that opens without a server: no script, nothing from elsewhere. */
export function exportPage(shop: string, data: CustomerData, files: readonly ExportedFile[], made: Date): string {
  const filesOf = (of: string): Html[] =>
    files
      .filter((file) => file.of === of)
      .map(({ filename, path }) =>
        path === null
          ? html`<div>${filename} <small>(the file is not stored any more)</small></div>`
          : html`<div><a href="${path}">${filename}</a></div>`,
      );
  const people = data.customers.map(
    (customer) =>
      html`<table>
        ${(Object.keys(NAMES) as (keyof typeof NAMES)[]).map((key) => row(NAMES[key], customer[key]))}
        ${row('Known since', time(customer.created_at))}
      </table>`,
  );
  const reached = data.conversations.map(
    ({ source, contact, created_at }) => html`<li>${sources[source]}: ${contact}, since ${time(created_at)}</li>`,
  );
  const messagesOf = (ticket: number): Html[] =>
    data.messages
      .filter(({ ticket_id }) => ticket_id === ticket)
      .map(
        ({ id, actor, created_at, message, details, deleted }) =>
          html`<article>
            <small
              >${time(created_at)} ·
              ${WRITERS[actor ?? ''] ?? 'Log'}${deleted ? ' · deleted at the channel' : ''}</small
            >
            ${details.subject ? html`<div><b>${details.subject}</b></div>` : none}
            <pre>${message}</pre>
            ${filesOf(`message ${id}`)}
          </article>`,
      );
  const notesOf = (ticket: number): Html[] =>
    data.notes
      .filter(({ ticket_id }) => ticket_id === ticket)
      .map(
        ({ id, notes, created_at }) =>
          html`<article>
            <small>${time(created_at)} · Note of the shop</small>
            <pre>${textOf(notes)}</pre>
            ${filesOf(`note ${id}`)}
          </article>`,
      );
  const nameOf = (id: string): string => data.field_names.find((field) => String(field.id) === id)?.field_name ?? id;
  const fieldsOf = (ticket: number): Html[] =>
    data.field_values
      .filter(({ ticket_id }) => ticket_id === ticket)
      .flatMap(({ field_values }) =>
        Object.entries(field_values).map(([id, texts]) => row(nameOf(id), texts.join(', '))),
      );
  const tickets = data.tickets.map(
    ({ id, source, subject, status, tags, created_at }) =>
      html`<section>
        <h2>Ticket ${String(id)}${subject ? `: ${subject}` : ''}</h2>
        <p>
          <small
            >${sources[source]}, ${statuses[status]}, begun
            ${time(created_at)}${tags.length > 0 ? `, ${tags.join(', ')}` : ''}</small
          >
        </p>
        <table>
          ${fieldsOf(id)}
        </table>
        ${messagesOf(id)} ${notesOf(id)}
      </section>`,
  );
  const orders = data.orders.map(
    ({ order_number, order_created_at, total_order_price, currency }) =>
      html`<li>Order ${order_number}, ${time(order_created_at)}, ${formatMoney(total_order_price, currency)}</li>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>What ${shop} has stored of you</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <h1>What ${shop} has stored of you</h1>
        <p>
          Made at ${time(made)} (all times are UTC). <a href="data.json">data.json</a> has the same for programs, with
          all details.
        </p>
        ${people}
        <h2>How you were reached</h2>
        <ul>
          ${reached}
        </ul>
        ${
          orders.length > 0
            ? html`<h2>Orders</h2>
                <ul>
                  ${orders}
                </ul>`
            : none
        }
        ${tickets}
      </body>
    </html>`;
  return page.text;
}

/** A note's words: its HTML is in data.json. */
const textOf = (noteHtml: string): string => convert(noteHtml, { wordwrap: false });
