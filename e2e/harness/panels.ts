import type { Locator, Page } from '@playwright/test';

export const PANELS = ['ticket-list', 'conversation', 'customer-panel', 'quick-replies'] as const;
export type PanelName = (typeof PANELS)[number];

/** What a panel draws into; it says which version it is. */
export const panelRoot = (page: Page, name: PanelName): Locator => page.locator(`[data-panel="${name}"]`);

/** What agents read where a panel could not be loaded. */
export const TITLES: Record<PanelName, string> = {
  'ticket-list': 'Tickets',
  conversation: 'Conversation',
  'customer-panel': 'Customer details',
  'quick-replies': 'Quick Replies',
};
