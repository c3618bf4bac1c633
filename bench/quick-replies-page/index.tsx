import { quickReplySchema } from '@inbox/domain';
import { createFakePorts } from '@inbox/panel/testing';
import panel from '../../remotes/quick-replies/src/panel';
import { frame, newPlace, span } from '../src/web/in-page';
import type { QuickRepliesPage } from '../src/quick-replies/quick-replies-page';

const count = Number(new URLSearchParams(location.search).get('replies'));
const WORDS = ['order', 'refund', 'size', 'hello', 'track', 'exchange', 'cod', 'sorry'];
const text = JSON.stringify(
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    shortcut: `/${WORDS[at % WORDS.length] ?? ''}-${at}`,
    message: `Hello {{userFirstName}}, about your order {{lastOrderNumber}}: ${'we will write again. '.repeat(1 + (at % 8))}`,
    uses: at % 17,
  })),
);

/** The server answers at once, or when what the browser has stored is painted. */
let answering = Promise.resolve();

const fake = createFakePorts({
  answers: {
    quickReplies: async () => {
      await answering;
      return (JSON.parse(text) as unknown[]).map((reply) => quickReplySchema.parse(reply));
    },
  },
});

let close = () => Promise.resolve();

const page: QuickRepliesPage = {
  async open(from) {
    let answer = () => {};
    answering = new Promise((resolve) => (answer = resolve));
    if (from === 'copy') while (localStorage.length === 0) await frame();
    else {
      localStorage.clear();
      answer();
    }
    const place = newPlace();
    await span(
      () => {
        const { unmount } = panel.mount(place, {
          props: {},
          instanceId: 'bench',
          ports: fake.portsOf(panel),
          theme: { mode: 'light' },
          locale: 'en-IN',
        });
        close = unmount;
      },
      () => place.querySelector('li') !== null,
    );
    answer();
  },
  close: () => close(),
  async type(words) {
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    if (!field) throw new Error('There is no search.');
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const word of words) {
      for (let end = 1; end <= word.length; end += 1) {
        await frame();
        await span(
          () => {
            // As the browser does it: React reads the value when it hears the event.
            write?.call(field, word.slice(0, end));
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
          },
          () => true,
        );
      }
    }
  },
};
window.quickRepliesPage = page;
