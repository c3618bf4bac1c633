import type { PaymentCheck } from '@inbox/api';
import { describe, expect, it } from '@jest/globals';
import { createNotices } from './notices';

const PENDING: PaymentCheck = { has_payment_error: true, payment_settings_url: '/billing' };
const PAID: PaymentCheck = { has_payment_error: false, payment_settings_url: null };
const settings = {
  redirect: false,
  redirect_url: null,
  dashboard_notification: null,
  inbox_enabled: true,
  disable_reason: null,
};

describe('the pending invoice', () => {
  it('is shown as long as the main site tells of it', () => {
    const { shown, takePayment } = createNotices();
    expect(shown.get().invoice).toBeNull();
    takePayment(PENDING);
    expect(shown.get().invoice).toEqual({ settingsUrl: '/billing' });
    takePayment(PAID);
    expect(shown.get().invoice).toBeNull();
  });

  it('that was dismissed is told again only after it was paid', () => {
    const { shown, takePayment, dismissInvoice } = createNotices();
    takePayment(PENDING);
    dismissInvoice();
    takePayment(PENDING);
    expect(shown.get().invoice).toBeNull();
    takePayment(PAID);
    takePayment(PENDING);
    expect(shown.get().invoice).toEqual({ settingsUrl: '/billing' });
  });
});

it('mailboxes that do not work are told as long as the settings say so', () => {
  const { shown, takeSettings } = createNotices();
  takeSettings({ ...settings, mailbox_problems: ['Mail for a@shop.example does not come in: it refuses.'] });
  expect(shown.get().mailboxes).toEqual(['Mail for a@shop.example does not come in: it refuses.']);
  takeSettings(settings);
  expect(shown.get().mailboxes).toEqual([]);
});

it('problems of the server show until the settings no longer have them', () => {
  const { shown, takeSettings } = createNotices();
  takeSettings({ ...settings, server_problems: ['The inbox cannot save anything right now.'] });
  expect(shown.get().server).toEqual(['The inbox cannot save anything right now.']);
  takeSettings(settings);
  expect(shown.get().server).toEqual([]);
});

describe('the reason why messaging is off', () => {
  it.each([
    [true, null, null],
    [true, 'Unpaid', null],
    [false, 'Unpaid', 'Unpaid'],
    [false, null, 'Messaging is not enabled for your account. Please contact support.'],
  ])('with enabled %s and the reason %s is %s', (inbox_enabled, disable_reason, shownReason) => {
    const { shown, takeSettings } = createNotices();
    takeSettings({ ...settings, inbox_enabled, disable_reason });
    expect(shown.get().disableReason).toBe(shownReason);
  });
});
