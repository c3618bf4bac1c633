import styled from '@emotion/styled';
import { color } from '@inbox/ui';

/** Fills the place that the shell's layout gives the panel; the skeleton lies over it until the panel draws. */
export const Slot = styled.div({ position: 'relative', height: '100%', minWidth: 0, minHeight: 0 });

export const PanelPlace = styled.div({ height: '100%', '&[hidden]': { display: 'none' }, '& > *': { height: '100%' } });

export const SlotSkeleton = styled.div({ height: '100%', overflow: 'hidden' });

export const SkeletonOver = styled(SlotSkeleton)({
  position: 'absolute',
  inset: 0,
  pointerEvents: 'none',
  // A panel that draws already shows what it has, or a skeleton of its own: two would shine through each other.
  ':has([data-panel] > *) + &': { display: 'none' },
});

export const ErrorPlace = styled.section({ height: '100%', display: 'flex', flexDirection: 'column' });

export const Badge = styled.aside({
  position: 'fixed',
  insetInlineStart: 16,
  insetBlockEnd: 16,
  zIndex: 2000,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '8px 12px',
  borderRadius: 8,
  border: `1px solid ${color.line}`,
  background: color.surface,
  color: color.text,
});
