/** @jest-environment jsdom */
import type { TicketId } from '@inbox/domain';
import { aTicket } from '@inbox/panel/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createNotificationKeeper, type NotificationChoice } from './choice';
import { createDesktop } from './desktop';
import { notificationItems } from './menu-items';

class TestNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static answer: NotificationPermission = 'granted';
  static asked = 0;
  static shown: TestNotification[] = [];
  static async requestPermission(): Promise<NotificationPermission> {
    this.asked += 1;
    return (this.permission = this.answer);
  }
  isClosed = false;
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    super();
    TestNotification.shown.push(this);
  }
  close(): void {
    this.isClosed = true;
    this.dispatchEvent(new Event('close'));
  }
}

beforeEach(() => {
  localStorage.clear();
  Object.assign(TestNotification, { permission: 'default', answer: 'granted', asked: 0, shown: [] });
  Object.assign(window, { Notification: TestNotification, isSecureContext: true });
  jest.useFakeTimers();
  jest.spyOn(window, 'focus').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the choice of the agent', () => {
  it('asks the browser when it is made, never before, and is remembered', async () => {
    const keeper = createNotificationKeeper(() => {});
    expect([keeper.allowed(), TestNotification.asked]).toEqual(['off', 0]);
    await notificationItems(keeper, 'off')[1]?.onSelect();
    await Promise.resolve();
    expect([keeper.allowed(), TestNotification.asked]).toEqual(['names', 1]);
    const next = createNotificationKeeper(() => {});
    expect([next.allowed(), TestNotification.asked]).toEqual(['names', 1]);
    TestNotification.permission = 'denied';
    expect(next.allowed()).toBe('off');
  });

  it('stays off when the browser says no, which the agent is told', async () => {
    TestNotification.answer = 'denied';
    const onBlocked = jest.fn();
    const keeper = createNotificationKeeper(onBlocked);
    await keeper.choose('private');
    expect(onBlocked).toHaveBeenCalledTimes(1);
    expect([keeper.choice.get(), keeper.allowed()]).toEqual(['off', 'off']);
  });

  it('is not offered where the page is not served securely', () => {
    Object.assign(window, { isSecureContext: false });
    const keeper = createNotificationKeeper(() => {});
    expect(notificationItems(keeper, 'off')).toEqual([]);
  });
});

describe('a notification', () => {
  function start(choice: NotificationChoice = 'names') {
    const opened: (TicketId | null)[] = [];
    const desktop = createDesktop({ allowed: () => choice, open: (ticket) => opened.push(ticket) });
    const tell = (id: number) =>
      desktop.notify({ ticket: aTicket({ id, full_name: `Customer ${id}` }), kind: 'image' });
    const words = () => TestNotification.shown.map(({ title, options }) => [title, options.body]);
    return { desktop, opened, tell, words };
  }

  it('says who and what kind, nothing of the message, and opens the ticket', () => {
    const { tell, words, opened } = start();
    tell(5);
    jest.advanceTimersByTime(1_000);
    expect(words()).toEqual([['Customer 5', 'Sent an image']]);
    TestNotification.shown[0]?.dispatchEvent(new Event('click'));
    expect(opened).toEqual([5]);
    expect(window.focus).toHaveBeenCalled();
    expect(TestNotification.shown[0]?.isClosed).toBe(true);
  });

  it('names nobody when the agent wants it so', () => {
    const { tell, words } = start('private');
    tell(5);
    jest.advanceTimersByTime(1_000);
    expect(words()).toEqual([['Inbox', 'Sent an image']]);
  });

  it('is one for what comes together', () => {
    const { tell, words, opened } = start();
    tell(5);
    tell(5);
    jest.advanceTimersByTime(1_000);
    tell(5);
    tell(6);
    jest.advanceTimersByTime(1_000);
    expect(words()).toEqual([
      ['Customer 5', '2 new messages'],
      ['Inbox', '2 new messages'],
    ]);
    TestNotification.shown[1]?.dispatchEvent(new Event('click'));
    expect(opened).toEqual([null]);
  });

  it('does not outlive the page', () => {
    const { desktop, tell } = start();
    tell(5);
    jest.advanceTimersByTime(1_000);
    tell(6);
    desktop.stop();
    jest.advanceTimersByTime(1_000);
    expect(TestNotification.shown.map(({ isClosed }) => isClosed)).toEqual([true]);
  });
});
