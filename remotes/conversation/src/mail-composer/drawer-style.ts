import { color, css, keyframes, styled, TOUCH } from '@inbox/ui';
import { whereDrawerFills } from './open-mail-drawer';

const rise = keyframes`
  from {
    transform: translateY(24px);
    opacity: 0;
  }
`;

/** Comes from the bottom of the conversation, over the place of the reply box; the messages above stay in reach. */
export const Drawer = styled.section`
  position: relative;
  z-index: 2;
  flex: 0 1 auto;
  min-block-size: 0;
  /* The mail that is answered shows above it: header and tags take about 110 px of the rest. */
  max-block-size: clamp(340px, 100% - 300px, 82%);
  display: flex;
  flex-direction: column;
  border-block-start: 1px solid ${color.line};
  border-radius: 14px 14px 0 0;
  background: ${color.surface};
  box-shadow: 0 -6px 24px rgb(0 0 0 / 12%);
  animation: ${rise} 160ms ease-out;

  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
  ${whereDrawerFills(css`
    /* All that header and tags leave. */
    flex: 1000 1 0;
    max-block-size: none;
  `)}
`;

export const Head = styled.header`
  flex: none;
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 8px 8px 4px 16px;

  & h3 {
    font-size: 15px;
    font-weight: 600;
  }
  & > div {
    min-inline-size: 0;
  }
  & p {
    max-block-size: 48px;
    overflow-y: auto;
    font-size: 12px;
    line-height: 16px;
    color: ${color.text2};
    overflow-wrap: anywhere;
  }
`;

export const Inside = styled.div`
  flex: 1 1 auto;
  min-block-size: 0;
  overflow-y: auto;
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding: 4px 16px 8px;

  /* Each as high as it is: the whole scrolls. */
  & > * {
    flex: none;
  }
  /* Labels beside their fields leave the text more of the height that the thread above leaves. */
  & > label {
    flex-direction: row;
    align-items: center;
    gap: 8px;
  }
  & > label > input,
  & > label > select {
    flex: 1;
    min-inline-size: 0;
  }
  ${TOUCH} {
    & > label > input,
    & > label > select {
      min-block-size: 44px;
    }
  }
`;

export const Recipients = styled.div`
  border: 1px solid ${color.lineStrong};
  border-radius: 8px;

  & > [role='group'] {
    border-block-end: 0;
  }
`;

export const Foot = styled.footer`
  flex: none;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  padding: 8px 16px 12px;
  border-block-start: 1px solid ${color.line};
`;
