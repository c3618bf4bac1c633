import styled from '@emotion/styled';

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
