import styled from '@emotion/styled';

/** Fills the place that the shell's layout gives the panel; the skeleton lies over it until the panel has painted. */
export const Slot = styled.div({ position: 'relative', height: '100%', minWidth: 0, minHeight: 0 });

export const PanelPlace = styled.div({ height: '100%', '&[hidden]': { display: 'none' }, '& > *': { height: '100%' } });

export const Skeleton = styled.div({ height: '100%', overflow: 'hidden' });

export const SkeletonOver = styled(Skeleton)({ position: 'absolute', inset: 0, pointerEvents: 'none' });

export const ErrorBox = styled.section({
  height: '100%',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  padding: 24,
  textAlign: 'center',
  '& h2': { margin: 0, fontSize: 16 },
  '& p': { margin: 0, fontSize: 14 },
});

export const PlainButton = styled.button({
  font: 'inherit',
  padding: '6px 16px',
  border: '1px solid currentColor',
  borderRadius: 6,
  color: 'inherit',
  background: 'transparent',
  cursor: 'pointer',
});

export const Badge = styled.aside({
  position: 'fixed',
  left: 16,
  bottom: 16,
  zIndex: 2000,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '8px 12px',
  borderRadius: 8,
  fontSize: 13,
  color: '#3d2a00',
  background: '#ffd97a',
});
