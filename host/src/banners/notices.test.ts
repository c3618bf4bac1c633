import type { PaymentCheck } from '@inbox/api';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
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

function notices() {
  const ask = jest.fn<() => Promise<PaymentCheck>>().mockResolvedValue(PENDING);
  const made = createNotices(ask);
  return { ...made, ask, checkPayment: (signal = new AbortController().signal) => made.checkPayment(signal) };
}

afterEach(() => void jest.useRealTimers());

describe('the pending invoice', () => {
  it('is shown as long as the main site tells of it', async () => {
    const { shown, checkPayment, ask } = notices();
    expect(shown.get().invoice).toBeNull();
    await checkPayment();
    expect(shown.get().invoice).toEqual({ settingsUrl: '/billing' });
    ask.mockResolvedValue(PAID);
    await checkPayment();
    expect(shown.get().invoice).toBeNull();
  });

  it('stays as it is while the main site does not answer, which is asked again by itself', async () => {
    jest.useFakeTimers();
    const { shown, checkPayment, ask } = notices();
    await checkPayment();
    ask.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(PAID);
    const checked = checkPayment();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(shown.get().invoice).toEqual({ settingsUrl: '/billing' });
    await jest.advanceTimersByTimeAsync(1);
    await checked;
    expect(shown.get().invoice).toBeNull();
  });

  it('is not asked for any more once the check was given up', async () => {
    jest.useFakeTimers();
    const { checkPayment, ask } = notices();
    ask.mockRejectedValue(new Error('offline'));
    const ended = new AbortController();
    const checked = checkPayment(ended.signal);
    ended.abort();
    await checked;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('that was dismissed is told again only after it was paid', async () => {
    const { shown, checkPayment, dismissInvoice, ask } = notices();
    await checkPayment();
    dismissInvoice();
    await checkPayment();
    expect(shown.get().invoice).toBeNull();
    ask.mockResolvedValueOnce(PAID);
    await checkPayment();
    await checkPayment();
    expect(shown.get().invoice).toEqual({ settingsUrl: '/billing' });
  });
});

describe('the reason why messaging is off', () => {
  it.each([
    [true, null, null],
    [true, 'Unpaid', null],
    [false, 'Unpaid', 'Unpaid'],
    [false, null, 'Messaging is not enabled for your account. Please contact support.'],
  ])('with enabled %s and the reason %s is %s', (inbox_enabled, disable_reason, shownReason) => {
    const { shown, takeSettings } = notices();
    takeSettings({ ...settings, inbox_enabled, disable_reason });
    expect(shown.get().disableReason).toBe(shownReason);
  });
});
