import type { FirstSteps as Wanted } from '@inbox/domain';
import { styled } from '../theme/styled';
import { color } from '../theme/tokens';
import { firstStepsMessages as words } from './messages';

const List = styled.ol`
  margin: 0;
  padding-inline-start: 20px;
  list-style: decimal;
  display: grid;
  gap: 12px;
  text-align: start;
  color: ${color.text2};
`;

const Code = styled.code`
  display: block;
  margin-block-start: 4px;
  padding: 6px 8px;
  border: 1px solid ${color.line};
  border-radius: 6px;
  color: ${color.text};
  font-size: 12px;
  overflow-wrap: anywhere;
  user-select: all;
`;

/** What comes first in a shop without any channel; in plain words for agents who cannot connect one. */
export default function FirstSteps({ steps }: { steps: Wanted | null }) {
  if (steps === null) return <p>{words.askAdmin}</p>;
  return (
    <List>
      <li>
        {words.connect}
        {words.commands(steps.merchant).map((command) => (
          <Code key={command}>{command}</Code>
        ))}
      </li>
      <li>
        {words.webhook}
        <Code>{steps.webhook}</Code>
      </li>
      <li>
        {words.check}
        <Code>{words.checkCommand(steps.merchant)}</Code>
      </li>
    </List>
  );
}
