import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { afterReport, deliveryState } from './delivery';

const sending = { send_status: 'sending', delivered: false, read: false } as const;

describe('a message that the channel reports on', () => {
  it.each([
    [[], 'sending'],
    [['sent'], 'sent'],
    [['sent', 'delivered'], 'delivered'],
    [['delivered', 'sent'], 'delivered'],
    [['read', 'delivered', 'sent'], 'seen'],
    [['failed'], 'not_sent'],
    [['delivered', 'failed'], 'delivered'],
    [['failed', 'delivered'], 'delivered'],
    [['failed', 'sent'], 'not_sent'],
  ] as const)('after %j is %s', (reports, state) => {
    expect(deliveryState(reports.reduce<ReturnType<typeof afterReport>>(afterReport, sending))).toBe(state);
  });

  it('ends the same in any order once it was read', () => {
    const report = fc.constantFrom('sent' as const, 'delivered' as const, 'read' as const, 'failed' as const);
    fc.assert(
      fc.property(fc.array(report), (reports) => {
        const end = [...reports, 'read' as const].reduce<ReturnType<typeof afterReport>>(afterReport, sending);
        const other = ['read' as const, ...reports].reduce<ReturnType<typeof afterReport>>(afterReport, sending);
        expect(deliveryState(end)).toBe('seen');
        expect(deliveryState(other)).toBe('seen');
      }),
    );
  });
});
