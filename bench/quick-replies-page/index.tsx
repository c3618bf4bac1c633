import { quickReplySchema } from '@inbox/domain';
import { createFakePorts } from '@inbox/panel/testing';
import panel from '../../remotes/quick-replies/src/panel';
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

const fake = createFakePorts({
  answers: { quickReplies: () => (JSON.parse(text) as unknown[]).map((reply) => quickReplySchema.parse(reply)) },
});

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** The frame has been painted when the task after it runs. */
const painted = async () => {
  await frame();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve());
    port1.start();
    port2.postMessage(null);
  });
  return performance.now();
};

const page: QuickRepliesPage = {
  async open() {
    // The browser's own copy would show first.
    localStorage.clear();
    const place = document.createElement('div');
    place.style.cssText = 'inline-size: 320px; block-size: 800px; display: flex';
    document.body.replaceChildren(place);
    const begun = performance.now();
    const handle = panel.mount(place, {
      props: {},
      instanceId: 'bench',
      ports: fake.portsOf(panel),
      theme: { mode: 'light' },
      locale: 'en-IN',
    });
    while (!place.querySelector('li')) await frame();
    const took = (await painted()) - begun;
    return { took, close: () => handle.unmount() };
  },
  async type(words) {
    const { close } = await page.open();
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    if (!field) throw new Error('There is no search.');
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const times: number[] = [];
    for (const word of words) {
      for (let end = 1; end <= word.length; end += 1) {
        await frame();
        const begun = performance.now();
        // As the browser does it: React reads the value when it hears the event.
        write?.call(field, word.slice(0, end));
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        times.push((await painted()) - begun);
      }
    }
    await close();
    return times;
  },
};
window.quickRepliesPage = page;
