import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareTopics } from './used-topics';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inbox-panel-'));
  mkdirSync(join(folder, 'src'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function compare(source: string, consumes: string[], produces: string[]) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ inbox: { panel: 'loyalty', consumes, produces } }));
  writeFileSync(join(folder, 'src/view.tsx'), source);
  return compareTopics(folder);
}

const SOURCE = `
import { usePanel, usePanelActions, useExtensions, useLineBack, usePanelStorage, type Report } from '@inbox/panel';
// useTopic('settings') is not used, only named.
const { bus, toast } = usePanel();
useTopic('ticket.current');
useEvent('live.tickets.tickets', () => {});
bus.send('panel.show', { panel: 'x', show: true });
bus.own<'draft.present'>(
  'draft.present',
);
bus.emit('ticket.changed', { tickets: [] });
`;

const CONSUMES = ['session@1', 'ticket.current@1', 'live.*@1', 'connection@1', 'extensions@1', 'act.loyalty@1'];
const PRODUCES = ['toast@1', 'panel.show@1', 'draft.present@1', 'ticket.changed@1', 'actions.loyalty@1', 'act.*@1'];

it('finds what the code uses, also by the hooks that it imports', () => {
  expect(compare(SOURCE, CONSUMES, PRODUCES)).toEqual({ undeclared: [], unused: [] });
});

it.each([...CONSUMES.map((topic) => `consumes ${topic}`), ...PRODUCES.map((topic) => `produces ${topic}`)])(
  'names what is not declared: %s',
  (left) => {
    const without = (verb: string, topics: string[]) => topics.filter((topic) => `${verb} ${topic}` !== left);
    const { undeclared, unused } = compare(SOURCE, without('consumes', CONSUMES), without('produces', PRODUCES));
    expect(undeclared).toEqual([left.replace('live.*', 'live.tickets.tickets')]);
    expect(unused).toEqual([]);
  },
);

it('names what is declared in vain', () => {
  const found = compare(SOURCE, [...CONSUMES, 'settings@1'], [...PRODUCES, 'reply.send@1']);
  expect(found).toEqual({ undeclared: [], unused: ['consumes settings@1', 'produces reply.send@1'] });
});

it('wants topics written out', () => {
  expect(() => compare('bus.emit(topic, {})', [], [])).toThrow('Write the topic out');
});
