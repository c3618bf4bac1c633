import { ApiError } from '@inbox/api';
import { runDevPage } from '@inbox/panel/testing';
import panel from './src/panel';
import { anOperatedPanel, aVersion, operationsOf } from './src/testing';

const p75 = {
  load_ms: 240,
  lcp_ms: 1_320,
  inp_ms: 88,
  cls: 0.012,
  inp_pointer_ms: 96,
  inp_keyboard_ms: 40,
  frame_pointer_ms: 120,
};
const canary = { version: '0.2.0-4f2a9c01be', percent: 10 };

runDevPage(panel, {
  width: 720,
  answers: {
    panelOperations: () =>
      operationsOf(
        anOperatedPanel({
          version: '0.1.0-0c3d1e2f4a',
          canary,
          versions: [
            aVersion(canary.version, { state: 'canary', health: { loads: 21, load_failed: 0, render_error: 3, p75 } }),
            aVersion('0.1.0-0c3d1e2f4a', {
              state: 'live',
              health: { loads: 4_120, load_failed: 6, render_error: 2, p75: { ...p75, load_ms: 1_900 } },
            }),
            aVersion('0.1.0-77aa0b1c2d', { state: 'taken-back' }),
          ],
          history: [
            {
              revision: 6,
              action: 'canary',
              version: canary.version,
              at: '2026-11-22T10:00:00.000Z',
              by: 'devika',
              why: '4f2a9c0 Draw drafts in the list',
            },
            {
              revision: 5,
              action: 'rollback',
              version: '0.1.0-77aa0b1c2d',
              at: '2026-11-21T10:00:00.000Z',
              by: 'health',
              why: '6 of 10 page loads failed (60 %): 0 could not be loaded, 6 threw; stable 0.1.0-0c3d1e2f4a: 1 of 900',
            },
          ],
        }),
        anOperatedPanel({ panel: 'ticket-list', title: 'Tickets', enabled: false }),
      ),
    changePanel: () => {
      throw new ApiError('refused', 'conversation has no version before 0.1.0 that was not taken back.', {
        status: 409,
      });
    },
  },
});
