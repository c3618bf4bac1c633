import { keyframes } from '@emotion/react';
import type { ReactNode } from 'react';
import { Button } from '../controls/buttons';
import { messages } from '../messages';
import { styled } from '../theme/styled';
import { color } from '../theme/tokens';
import { VisuallyHidden } from '../theme/visually-hidden';

const pulse = keyframes`50% { opacity: 0.5 }`;

const Block = styled.span`
  display: block;
  background: ${color.line};
  animation: ${pulse} 1.4s ease-in-out infinite;
  [data-still] & {
    animation: none;
  }
`;

export interface SkeletonProps {
  /** CSS lengths, or pixels. */
  width?: number | string;
  height?: number | string;
  round?: boolean;
}

/** A grey block of the size of what comes. */
export const Skeleton = ({ width = '100%', height = 12, round = false }: SkeletonProps) => (
  <Block aria-hidden style={{ inlineSize: width, blockSize: height, borderRadius: round ? '50%' : 4 }} />
);

const Row = styled.div`
  display: flex;
  gap: 12px;
  padding: 12px;
  border-block-end: 1px solid ${color.line};
  & > :last-child {
    flex: 1;
    display: flex;
    flex-direction: column;
    justify-content: space-between;
  }
`;

export interface SkeletonRowsProps {
  rows: number;
  /** Pixels. */
  height?: number;
  /** Nothing is on its way yet, so nothing moves: an animation costs the page work in each frame, even out of sight. */
  still?: boolean;
}

/** Rows with an avatar and three lines, as a list shows them; told to screen readers once. */
export function SkeletonRows({ rows, height = 87, still = false }: SkeletonRowsProps) {
  return (
    <div role="status" data-still={still || undefined}>
      <VisuallyHidden>{messages.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Row key={row} style={{ blockSize: height }}>
          <Skeleton width={36} height={36} round />
          <div>
            <Skeleton width="48%" height={14} />
            <Skeleton width="80%" />
            <Skeleton width="36%" />
          </div>
        </Row>
      ))}
    </div>
  );
}

const Middle = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 12px;
  min-block-size: 120px;
  padding: 24px 16px;
  text-align: center;
  color: ${color.text2};
  overflow-wrap: anywhere;

  & > strong {
    font-weight: 600;
    color: ${color.text};
  }
  & > svg {
    color: ${color.text3};
  }
`;

export interface EmptyStateProps {
  title: string;
  text?: string;
  icon?: ReactNode;
  action?: ReactNode;
}

export const EmptyState = ({ title, text, icon, action }: EmptyStateProps) => (
  <Middle>
    {icon}
    <strong>{title}</strong>
    {text && <p>{text}</p>}
    {action}
  </Middle>
);

export const ErrorState = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <Middle role="alert">
    <p>{text}</p>
    {onRetry && <Button onClick={onRetry}>{messages.retry}</Button>}
  </Middle>
);

const spin = keyframes`to { transform: rotate(360deg) }`;
const appear = keyframes`from { opacity: 0 } to { opacity: 1 }`;

/** Shows itself only after 300 ms: what is quick shall not flicker. */
export const Spinner = styled.span`
  inline-size: 16px;
  block-size: 16px;
  flex: none;
  border: 2px solid currentColor;
  border-inline-end-color: transparent;
  border-radius: 50%;
  animation:
    ${spin} 0.8s linear infinite,
    ${appear} 1ms 300ms both;
`;
