import type { Agent } from '../harness/world';
import type { BrowserWindow } from './drivers/browser-window';
import { Part } from './part';

/** An agent's inbox in one window, by its landmarks. */
export class Desk {
  readonly window: BrowserWindow;
  readonly page: Part;
  readonly list: Part;
  readonly conversation: Part;
  readonly reply: Part;
  readonly replyBox: Part;

  constructor(window: BrowserWindow) {
    this.window = window;
    this.page = new Part(window, { css: 'body' });
    this.list = new Part(window, { role: 'region', name: 'Tickets' });
    this.conversation = new Part(window, { role: 'region', name: 'Conversation' });
    this.reply = new Part(window, { role: 'region', name: 'Reply' });
    this.replyBox = this.reply.role('textbox', 'Reply');
  }

  row(customer: string): Part {
    return this.list.css('[data-ticket-id]').containing(customer);
  }

  bubble(text: string): Part {
    return this.conversation.css('article[data-message-id]').containing(text);
  }

  /** What stands about the connection: Live, Catching up, Offline since … */
  async connectionSays(words: string): Promise<void> {
    await this.page.role('status').containing(words).shows(`the connection is '${words}'`);
  }

  async signIn({ email, password }: Agent): Promise<void> {
    await this.page.role('textbox', 'Email').click();
    await this.window.type(email);
    await this.page.css('input[type=password]').click();
    await this.window.type(password);
    await this.page.role('button', 'Sign in').click();
    await this.list.shows('the tickets');
  }

  async showUnassigned(): Promise<void> {
    await this.list.role('tab', { pattern: '^Unassigned' }).click();
    await this.list.role('tab', { pattern: '^Unassigned' }).has('aria-selected', 'true');
  }

  async open(customer: string): Promise<void> {
    await this.row(customer).click();
    await this.conversation.role('heading').says(customer);
  }

  /** Opens a customer's ticket that nobody has, and waits for what they wrote. */
  async read(customer: string, text: string): Promise<void> {
    await this.showUnassigned();
    await this.open(customer);
    await this.bubble(text).shows('the message');
  }

  /** Types into the reply box as people do: click, then keys. */
  async types(text: string): Promise<void> {
    await this.replyBox.click();
    await this.replyBox.shows('has the focus', ({ isFocused }) => isFocused);
    await this.window.type(text);
    await this.replyBox.shows(`holds '${text}'`, ({ value }) => value.endsWith(text));
  }

  /** Nothing is sent while a file of the reply is on its way to the server. */
  async maySend(): Promise<void> {
    await this.reply
      .role('button', { pattern: '^Send' })
      .shows('may send', ({ attributes }) => !('disabled' in attributes));
  }

  /** Presses Tab until a part has the focus. */
  async tabTo(part: Part): Promise<void> {
    for (let pressed = 0; pressed < 40; pressed++) {
      if ((await part.all())[0]?.isFocused) return;
      await this.window.press('Tab');
    }
    throw new Error('Tab does not lead there');
  }
}
