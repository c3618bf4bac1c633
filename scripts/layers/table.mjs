/**
 * The layers of the product: what each package and each folder may import. It is the only place where they are written:
 * dependency-cruiser checks them (rules.mjs), and docs/developers/architecture.md shows them (markdown.mjs).
 */

/**
 * @typedef {object} Layer
 * @property {string} package its folder; `*` stands for any name
 * @property {number | null} layer a package imports from lower ones only; null stands beside them
 * @property {string} what
 * @property {readonly string[]} imports the packages, or folders and files of packages, that it may import
 * @property {readonly string[]} [only] the only libraries that it may import
 * @property {readonly string[]} [never] libraries that it must not import
 * @property {boolean} [browser] runs in a browser: no Node, and schemas from zod/mini, which is a fraction of zod
 * @property {readonly string[]} [tests] packages that its tests may import as well
 * @property {boolean} [inside] may open the sources of what it imports: it measures them, or belongs to them
 */

const SHARED = ['shared/domain', 'shared/events', 'shared/api', 'shared/ui', 'shared/panel'];
const ROUTER = ['react-router', 'react-router-dom'];
const REACT = ['react', 'react-dom', 'lucide-react', 'notistack', ...ROUTER, '@emotion'];
const MUI = ['@mui'];
const FEDERATION = ['@module-federation'];

/** @type {readonly Layer[]} */
export const LAYERS = [
  {
    package: 'shared/domain',
    layer: 0,
    what: 'what a ticket, message and agent is, and every rule about them; pure TypeScript',
    imports: [],
    only: ['date-fns', 'zod'],
    browser: true,
  },
  {
    package: 'shared/events',
    layer: 1,
    what: 'the bus: topics and their schemas',
    imports: ['shared/domain'],
    never: [...REACT, ...MUI, ...FEDERATION, 'axios'],
    browser: true,
  },
  {
    package: 'shared/api',
    layer: 1,
    what: 'the calls and the live messages, and a typed client',
    imports: ['shared/domain'],
    never: [...REACT, ...MUI, ...FEDERATION, 'rxjs'],
    browser: true,
  },
  {
    package: 'shared/ui',
    layer: 2,
    what: 'the theme, and components that two panels need',
    imports: ['shared/domain'],
    never: [...FEDERATION, 'axios', 'rxjs'],
    browser: true,
  },
  {
    package: 'shared/panel',
    layer: 3,
    what: 'what a panel is: contract, ports, `definePanel`, a test kit',
    imports: ['shared/domain', 'shared/events', 'shared/api', 'shared/ui'],
    never: [...MUI, ...FEDERATION],
    browser: true,
  },
  {
    package: 'remotes/*',
    layer: 4,
    what: 'one panel each',
    imports: SHARED,
    never: [...MUI, ...FEDERATION, '@emotion/styled', '@emotion/cache', 'notistack', ...ROUTER, 'axios', 'rxjs'],
    browser: true,
  },
  {
    package: 'shared/shell',
    layer: 4,
    what: 'what every page that shows panels needs: their loading, the live connection, the ports',
    imports: [...SHARED, 'federation/src/registry/registry.ts'],
    never: [...MUI, 'axios'],
    browser: true,
  },
  {
    package: 'host',
    layer: 5,
    what: 'the shell: auth, routes, slots, banners, toasts',
    imports: [...SHARED, 'shared/shell', 'federation/src/registry/registry.ts'],
    never: [...MUI, 'axios'],
    browser: true,
  },
  {
    package: 'embed',
    layer: 5,
    what: '`embed.js`: one panel in a page of another product',
    imports: [...SHARED, 'shared/shell'],
    never: [...MUI, 'axios', 'notistack', ...ROUTER],
    browser: true,
  },
  {
    package: 'backend/src',
    layer: null,
    what: 'HTTP, live channel, channels, outbox, database',
    imports: ['shared/domain', 'shared/api/src/wire', 'federation', 'backend/demo/index.ts'],
    tests: ['simulate'],
    never: [...REACT, ...MUI, 'rxjs', 'axios'],
  },
  {
    package: 'backend/demo',
    layer: null,
    what: 'the demo shops and their history, loaded only on request',
    imports: ['shared/domain', 'backend/src', 'simulate'],
    inside: true,
  },
  {
    package: 'federation',
    layer: null,
    what: 'the shared singletons, the rspack preset, publishing',
    imports: ['shared/panel'],
  },
  {
    package: 'simulate',
    layer: null,
    what: 'the other side of every channel; knows the product from outside',
    imports: ['shared/domain'],
  },
  {
    package: 'e2e',
    layer: null,
    what: 'journeys in real browsers; know the product from outside',
    imports: ['shared/domain', 'simulate'],
  },
  {
    package: 'fuzz',
    layer: null,
    what: 'random inputs for every parser of what comes from outside',
    imports: ['shared/domain', 'shared/api', 'backend/src', 'simulate'],
    inside: true,
  },
  {
    package: 'bench',
    layer: null,
    what: 'measurements',
    imports: [...SHARED, 'shared/shell', 'host', 'remotes/*', 'backend/src', 'federation', 'simulate'],
    inside: true,
  },
  {
    package: 'cluster',
    layer: null,
    what: 'the example of many machines on one, and its drill',
    imports: ['shared/domain', 'backend/src', 'simulate', 'bench'],
    inside: true,
  },
];

/**
 * The folders of a package from top to bottom: what stands in one row imports from lower rows only, and nothing of its own
 * row. What is named nowhere is above all rows. A file or folder inside a folder may have a row of its own. In a lower row
 * it keeps the rules of both rows. In a higher row, such as routes and views, it keeps the rule of that row alone, and the
 * rest of its folder must not import it.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
export const FOLDERS = {
  'backend/src': [
    ['operations/admin'],
    ['operations/doctor'],
    ['app'],
    ['operations/metrics', 'operations/keys'],
    ['operations/backup', 'operations/search-rebuild'],
    ['operations/embedded-postgres'],
    ['operations/database-copy'],
    ['app/settings'],
    ['directory'],
    ['main-site'],
    ['*/routes.ts', '*/*-routes.ts', '*/*/routes.ts', '*/*/*-routes.ts'],
    ['channels', 'http'],
    ['privacy', 'status'],
    ['calls', 'conversations/initiate', 'templates', 'quick-replies', 'shop'],
    ['conversations/comments', 'conversations/receive', 'conversations/schedule', 'conversations/survey'],
    ['conversations/send'],
    ['conversations/remote-edits'],
    ['conversations/delivery', 'conversations/incoming'],
    ['analytics', 'customers', 'live', 'exports', 'notes'],
    [
      'tickets/custom-fields',
      'tickets/follow-up',
      'tickets/handled-time',
      'tickets/links',
      'tickets/list',
      'tickets/subscribers.ts',
    ],
    ['tickets/lifecycle'],
    ['tickets/presence', 'tickets/search'],
    ['agents/passkeys', 'agents/password-reset'],
    ['agents/oidc', 'agents/second-step'],
    ['agents/sign-in', 'agents/signatures'],
    ['agents/sessions'],
    ['agents/agent-queries.ts', 'agents/new-agent.ts'],
    ['embed'],
    ['merchants', 'cells'],
    ['accounts', 'conversations/dead-letters', 'conversations/thread', 'panels', 'audit', 'phone-numbers'],
    ['platform/outbox', 'platform/readiness'],
    ['platform/db', 'platform/virus-scan'],
    ['platform/files'],
    ['platform/tracing', 'platform/html'],
    ['platform/front-end', 'platform/http', 'platform/net', 'platform/scheduling'],
    ['platform/errors', 'platform/origin.ts'],
    ['*/tables.ts', '*/*/tables.ts'],
    ['conversations/thread/content-details.ts'],
  ],
  'backend/src/channels': [
    ['whatsapp', 'instagram', 'messenger', 'email', 'phone'],
    ['meta'],
    ['channel.ts', 'probe-webhook.ts'],
    ['account-check.ts', 'account-settings.ts', 'chat-messages.ts'],
  ],
  'backend/src/channels/email': [
    ['index.ts'],
    ['check'],
    ['imap', 'server'],
    ['receive'],
    ['reading'],
    ['reports', 'send'],
    ['content'],
    ['parse'],
    ['account', 'charset', 'messages.ts', 'sender', 'smime', 'tnef'],
    ['text'],
  ],
  'backend/src/channels/meta': [
    ['ingest', 'send'],
    ['check.ts', 'comments', 'webhook'],
    ['graph.ts', 'read'],
    ['account.ts', 'graph-messages.ts', 'messages.ts'],
  ],
  'backend/src/operations/admin': [
    ['admin.ts'],
    ['command-groups.ts'],
    ['data', 'look-after', 'privacy', 'set-up', 'teams'],
    ['program.ts', 'secret-input.ts'],
    ['command.ts'],
    ['check-account.ts'],
  ],
  'shared/domain/src': [
    ['typed-ticket.ts'],
    ['schema'],
    ['bulk', 'live.ts'],
    ['note.ts', 'templates'],
    ['sending'],
    ['actions'],
    ['email'],
    ['channels'],
    ['analytics.ts', 'customers', 'messages'],
    ['agent.ts', 'text', 'tickets'],
    ['ids.ts', 'operations.ts', 'settings.ts'],
  ],
  'shared/ui/src': [
    ['empty-mail', 'recipients', 'rich-text', 'templates'],
    ['index.ts'],
    ['agent-picker'],
    ['overlays'],
    ['fields', 'states'],
    ['controls', 'first-steps', 'page.tsx'],
    ['inert-document.ts', 'keys', 'theme', 'time'],
    ['messages.ts'],
  ],
  'shared/panel/src': [
    ['reference-data'],
    ['index.ts'],
    ['hooks'],
    ['storage'],
    ['runtime'],
    ['contract', 'loading', 'state'],
    ['messages.ts'],
  ],
  'remotes/conversation/src': [
    ['open-ticket.tsx'],
    ['thread'],
    ['mail-composer', 'outbox/view', 'thread/comments'],
    ['composer', 'header', 'thread/bubbles'],
    ['email', 'erased', 'handled-time', 'presence', 'tags', 'uploads/view'],
    ['thread/attachments', 'workspace'],
    ['mail-composer/open-mail-drawer.ts', 'outbox', 'thread/list', 'thread/viewer'],
    ['drafts', 'media', 'quick-replies', 'thread/find', 'ui', 'uploads'],
    ['handled-time/handled-times.ts'],
    ['messages.ts', 'storage'],
    [
      'actions',
      'email-messages.ts',
      'email/sender/trusted-senders.ts',
      'outbox/ticket-change.ts',
      'recipient-messages.ts',
      'reply-messages.ts',
      'thread/state',
    ],
  ],
  'remotes/ticket-list/src': [
    ['ticket-list.tsx'],
    ['unsent'],
    ['bulk', 'export', 'list-header.tsx'],
    ['add', 'list'],
    ['tabs'],
    ['filters'],
    ['search', 'ui', 'list/store'],
    ['messages.ts', 'filter-messages.ts'],
  ],
  'remotes/customer-panel/src': [
    ['customer-details.tsx'],
    ['unsent'],
    ['profile', 'orders', 'custom-fields', 'linked-tickets', 'notes', 'stored'],
    ['ticket', 'sections', 'ui'],
    ['messages.ts', 'use-reload.ts'],
  ],
  'remotes/operations/src': [
    ['operations.tsx'],
    ['releases', 'question-dialog.tsx'],
    ['use-operations.ts', 'messages.ts'],
  ],
  'remotes/status/src': [
    ['status.tsx'],
    ['channels', 'outgoing', 'dead-letters', 'people', 'audit'],
    ['section.tsx', 'use-status.ts'],
    ['messages.ts'],
  ],
  'remotes/quick-replies/src': [
    ['quick-replies.tsx'],
    ['list', 'form', 'exchange'],
    ['notices', 'replies', 'use-shown-ticket.ts'],
    ['messages.ts'],
  ],
  'host/src': [
    ['start-shell.tsx'],
    ['app.tsx'],
    ['page.tsx'],
    ['shell.ts'],
    ['layout', 'start-later.ts'],
    ['palette', 'sign-in', 'sign-out'],
    ['bus', 'shortcuts', 'start', 'top-bar'],
    ['banners', 'inspector', 'notifications'],
    ['agent', 'toasts', 'stored-answers', 'encryption'],
    ['auth', 'config', 'first-call', 'page-title', 'slots'],
    ['load-until-there.ts', 'panels', 'routing', 'service-worker'],
    ['messages.ts', 'storage.ts'],
  ],
  'embed/src': [['embed.ts', 'frame.ts', 'mount-iframe.ts', 'react'], ['iframe'], ['shell'], ['page'], ['types.ts']],
  'cluster/src': [
    ['cli.ts', 'drill'],
    ['cluster.ts'],
    ['inbox.ts'],
    ['engines.ts'],
    ['service.ts'],
    ['examples.ts', 'processes.ts'],
    ['secrets.ts'],
    ['layout.ts'],
  ],
  'simulate/src': [
    ['cli.ts'],
    ['simulator.ts'],
    ['each-kind.ts', 'talk.ts'],
    ['demo-media.ts'],
    ['graph', 'shopify'],
    ['exotel.ts', 'shop.ts', 'social', 'whatsapp'],
    ['post-signed.ts', 'sent-message.ts'],
    [
      'accounts.ts',
      'identity-provider.ts',
      'mail',
      'random.ts',
      'sample-image.ts',
      'sample-pdf.ts',
      'sample-sound.ts',
      'sample-video.ts',
      'sample-voice.ts',
    ],
  ],
  'shared/shell/src': [['panels'], ['live', 'toasts']],
  'federation/src': [
    ['cli.ts'],
    ['gate', 'new-panel', 'target'],
    ['build', 'checkout.ts', 'page', 'publish'],
    ['registry'],
    ['registry/host-fit.ts', 'registry/registry.ts'],
    ['facts'],
  ],
};

/** How a package is built stands in it, and is no part of it. */
export const BUILD = String.raw`/rspack\.config\.ts$`;

/** Tests, and what they alone import: these may import from above. */
export const TESTS = [
  String.raw`\.test\.tsx?$`,
  String.raw`/testing/`,
  String.raw`[/-]testing\.tsx?$`,
  String.raw`fixtures\.tsx?$`,
  String.raw`\.child\.ts$`,
];
