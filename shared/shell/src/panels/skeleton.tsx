import { color, Skeleton, SkeletonRows, styled } from '@inbox/ui';
import type { SkeletonShape } from '@inbox/panel/description';

const BLOCK_HEIGHT = 48;

const Head = styled.div`
  display: grid;
  gap: 8px;
  padding: 12px;
  border-block-end: 1px solid ${color.line};
`;

const Blocks = styled.div`
  display: grid;
  gap: 16px;
  padding: 16px;
`;

/** The grey shapes that a panel describes: as large as what it will draw, so that nothing moves. */
export function PanelSkeleton({ head = [], rows = 0, blocks = 0 }: SkeletonShape) {
  return (
    <>
      {head.length > 0 && (
        <Head>
          {head.map(({ height, width }) => (
            <Skeleton key={`${height} ${width ?? ''}`} height={height} {...(width !== undefined && { width })} />
          ))}
        </Head>
      )}
      {rows > 0 && <SkeletonRows rows={rows} />}
      {blocks > 0 && (
        <Blocks>
          {Array.from({ length: blocks }, (_, index) => (
            <Skeleton key={index} height={BLOCK_HEIGHT} />
          ))}
        </Blocks>
      )}
    </>
  );
}
