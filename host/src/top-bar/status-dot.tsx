import { color, styled, type ColorToken } from '@inbox/ui';

const Dot = styled.span`
  inline-size: 8px;
  block-size: 8px;
  flex: none;
  border-radius: 50%;
`;

/** A colour beside a word that says the same. */
export const StatusDot = ({ tone }: { tone: ColorToken }) => <Dot aria-hidden style={{ background: color[tone] }} />;
