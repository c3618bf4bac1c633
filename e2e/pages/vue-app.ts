import { createApp, h, reactive, version } from 'vue';
import './shop';

const { tickets, token, told, merchant } = window.shop;
const shown = reactive({ at: 0, mode: 'shadow', isOpen: true });

createApp({
  render: () =>
    h('main', [
      h('h1', `A shop with Vue ${version}`),
      h('button', { onClick: () => (shown.at += 1) }, 'Next ticket'),
      h('button', { onClick: () => (shown.mode = 'iframe') }, 'Behind a wall'),
      h('button', { onClick: () => (shown.isOpen = false) }, 'Close'),
      shown.isOpen &&
        h('inbox-panel', {
          name: 'customer-panel',
          'ticket-id': tickets[shown.at],
          mode: shown.mode,
          merchant,
          // As a property, also while nobody knows the element.
          '.getToken': () => token,
          style: { blockSize: '600px' },
          onReady: () => told.ready.push(shown.mode),
          onError: ({ detail }: CustomEvent<{ code: string }>) => told.errors.push(detail.code),
        }),
    ]),
}).mount('#app');
