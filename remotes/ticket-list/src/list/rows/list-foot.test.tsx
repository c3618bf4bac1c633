/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { NO_FILTERS } from '@inbox/domain';
import { createInboxTheme, ThemeRoot } from '@inbox/ui';
import { render, screen } from '@testing-library/react';
import type { ListView } from '../store/drawn-list';
import { ListFoot } from './list-foot';

const animations = (phase: ListView['phase']) => {
  const view: ListView = { filters: NO_FILTERS, rows: [], updates: 0, atEnd: false, phase, asOf: null };
  render(
    <ThemeRoot theme={createInboxTheme('light')}>
      <ListFoot view={view} onRetry={() => undefined} onTop={() => undefined} />
    </ThemeRoot>,
  );
  const blocks = [...screen.getByRole('status').querySelectorAll('[aria-hidden]')];
  expect(blocks).toHaveLength(16);
  return new Set(blocks.map((block) => getComputedStyle(block).animationName || getComputedStyle(block).animation));
};

describe('the rows that are still to come', () => {
  it('hold still until they are asked for', () => {
    expect([...animations({ kind: 'ready', more: 'idle', refreshing: false })]).toEqual(['none']);
  });

  it('pulse while they are on their way', () => {
    const [animation, ...others] = animations({ kind: 'ready', more: 'loading', refreshing: false });
    expect([others, animation]).toEqual([[], expect.stringContaining('1.4s')]);
  });
});
