import { color, layer, LOW_WINDOW, styled } from '@inbox/ui';

/** As high as the header that it stands for; what is longer lies over the rows, and moves none of them. */
export const Frame = styled.div`
  position: relative;
  flex: none;
  display: flex;
  flex-direction: column;
  justify-content: center;
  gap: 4px;
  block-size: 52px;
  padding-inline: 12px;
  ${LOW_WINDOW} {
    block-size: 42px;
  }
  background: ${color.accentSurface};

  & > div {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & > div > strong {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > div > button {
    flex: none;
  }
  & progress {
    inline-size: 100%;
    block-size: 8px;
    accent-color: ${color.accent};
  }
  & > p,
  & > ul {
    position: absolute;
    inset-block-start: 100%;
    inset-inline: 0;
    z-index: ${layer.floating};
    max-block-size: min(240px, 40vh);
    overflow-y: auto;
    padding: 8px 12px;
    border-block-end: 1px solid ${color.line};
    background: ${color.surface};
    box-shadow: 0 8px 24px rgb(0 0 0 / 0.18);
    font-size: 13px;
    color: ${color.text2};
  }
  & li > a {
    padding: 4px 8px;
  }
  & li {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
`;
