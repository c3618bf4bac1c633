import { color, styled, TOUCH } from '@inbox/ui';

/** Avatar and name, and what stands for them: both are of the same height. */
export const Who = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  min-inline-size: 0;

  & > div {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  & strong {
    display: block;
    font-size: 15px;
    font-weight: 600;
  }
  & small {
    font-size: 13px;
    color: ${color.text3};
  }
`;

/** A line of text that is on its way. */
export const Line = styled.div`
  block-size: 20px;
  align-content: center;
`;

/** How the customer is reached, a row for each way. */
export const Fields = styled.dl`
  margin-block: 8px;

  & > div {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 28px;

    ${TOUCH} {
      min-block-size: 44px;
    }
  }
  & dt {
    flex: none;
    inline-size: 88px;
    color: ${color.text3};
  }
  & dd {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    margin-inline-end: -8px;
  }
  & dd > bdi {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;
