import { minuteOf, type ConversationSource, type Priority, type TicketStatus } from '@inbox/domain';
import type { ExportRow } from './export-rows';

/** As the interface names them, in every file that the inbox gives out. */
export const statuses: Record<TicketStatus, string> = {
  unassigned: 'Unassigned',
  assigned: 'Assigned',
  assigned_to_bot: 'Bot',
  open: 'Open',
  follow_up: 'Follow up',
  closed: 'Closed',
  other: 'Other',
};
const priorities: Record<Priority, string> = { 0: 'None', 1: 'High', 2: 'Medium', 3: 'Low' };
export const sources: Record<ConversationSource, string> = {
  whatsapp: 'WhatsApp',
  email: 'Email',
  instagram: 'Instagram',
  messenger: 'Messenger',
  phone: 'Phone',
  comment: 'Comment',
  other: 'Other',
};

/** `yyyy-MM-dd HH:mm` by the Indian clock: what a spreadsheet takes for a time, and sorts. */
function time(at: Date | string | null): string {
  return at === null ? '' : minuteOf(new Date(at).getTime());
}

/** The columns of the report, from the left. */
const columns: readonly (readonly [title: string, of: (row: ExportRow) => string])[] = [
  ['Ticket', ({ ticket }) => String(ticket.id)],
  ['Customer', ({ ticket }) => ticket.full_name],
  ['Phone', ({ phone }) => phone ?? ''],
  ['Email', ({ email }) => email ?? ''],
  ['Channel', ({ ticket }) => sources[ticket.conversation_source]],
  ['Subject', ({ ticket }) => ticket.subject ?? ''],
  ['Status', ({ ticket }) => statuses[ticket.status]],
  ['Owner', ({ owner }) => owner ?? 'Nil'],
  ['Priority', ({ ticket }) => priorities[ticket.priority]],
  ['Tags', ({ ticket }) => ticket.tags],
  ['Read', ({ ticket }) => (ticket.conversation_read ? 'Read' : 'Unread')],
  ['Initiated by', ({ initiated_by }) => (initiated_by === 'customer' ? 'Customer' : 'Merchant')],
  ['Created at (IST)', ({ ticket }) => time(ticket.created_at)],
  ['Received at (IST)', ({ ticket }) => time(ticket.received_at)],
  ['Replied at (IST)', ({ replied_at }) => time(replied_at)],
  ['Closed at (IST)', ({ closed_at }) => time(closed_at)],
  ['Last message', ({ ticket }) => (ticket.last_message?.deleted ? '' : (ticket.last_message?.message ?? ''))],
];

export const exportTitles = columns.map(([title]) => title);
export const exportCells = (row: ExportRow): string[] => columns.map(([, of]) => of(row));
