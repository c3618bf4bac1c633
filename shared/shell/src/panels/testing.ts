import type { PanelDescription } from '@inbox/panel/description';
import type { CatalogPanel } from './catalog';

/** A panel of the registry, of which a test says what matters to it. */
export const aPanel = (name: string, change: Partial<PanelDescription> = {}): CatalogPanel => ({
  name,
  enabled: true,
  description: { title: name, slot: 'side', order: 0, failed: `${name} could not be loaded.`, ...change },
});

/** The panels that tests of the page place, as the product's describe themselves. */
export const testPanels: readonly CatalogPanel[] = [
  aPanel('conversation', {
    title: 'Conversation',
    slot: 'main',
    firstPaint: 'ticket',
    failed: 'Conversation could not be loaded.',
    skeleton: { head: [{ height: 16, width: '40%' }, { height: 11 }] },
    commands: [
      { action: 'reply', label: 'Reply', key: 'r' },
      { action: 'close', label: 'Close ticket', key: 'e' },
      {
        action: 'follow_up',
        label: 'Follow up',
        key: 'h',
        unavailable: 'Only an open ticket can be followed up.',
      },
    ],
  }),
  aPanel('ticket-list', {
    title: 'Tickets',
    slot: 'list',
    firstPaint: 'always',
    skeleton: { rows: 12 },
    commands: [
      { action: 'next', label: 'Next ticket', key: 'j', repeats: true },
      { action: 'previous', label: 'Previous ticket', key: 'k', repeats: true },
      { action: 'search', label: 'Search tickets', key: '/' },
      { action: 'filters', label: 'Filter tickets', key: 'f' },
    ],
  }),
  aPanel('customer-panel', {
    title: 'Customer details',
    when: { ticket: true },
    skeleton: { blocks: 4 },
    toggle: {
      label: 'Show or hide details',
      key: 'd',
      button: 'More details',
      close: 'Close details',
      startsOpen: true,
    },
  }),
  aPanel('quick-replies', {
    title: 'Quick Replies',
    order: 10,
    when: { ticket: true },
    toggle: { label: 'Show or hide quick replies', key: 'q' },
  }),
];
