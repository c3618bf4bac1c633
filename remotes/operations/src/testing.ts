import type { OperatedPanel, PanelOperations, PanelVersion } from '@inbox/api/panels';

/** What the server tells, of which a test says what matters to it. */

export const aVersion = (version: string, change: Partial<PanelVersion> = {}): PanelVersion => ({
  version,
  published_at: '2026-11-20T09:00:00.000Z',
  state: 'published',
  health: {
    loads: 0,
    load_failed: 0,
    render_error: 0,
    p75: {},
  },
  ...change,
});

export const anOperatedPanel = (change: Partial<OperatedPanel> = {}): OperatedPanel => ({
  panel: 'conversation',
  title: 'Conversation',
  enabled: true,
  version: '1.0.0',
  canary: null,
  versions: [aVersion('1.0.0', { state: 'live' })],
  history: [{ revision: 1, action: 'publish', version: '1.0.0', at: '2026-11-20T09:00:00.000Z', by: 'start' }],
  ...change,
});

export const operationsOf = (...panels: OperatedPanel[]): PanelOperations => ({
  revision: 7,
  bounds: { loads: 5, share: 0.2 },
  panels,
});
