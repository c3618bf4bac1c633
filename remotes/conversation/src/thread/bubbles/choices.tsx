import { styled } from '@inbox/ui';
import { messages } from '../../messages';

/** Labels may be alike; their keys are not. */
const unlike = (labels: readonly string[]) => labels.map((label, index) => ({ key: `${index} ${label}`, label }));

const MenuList = styled.section`
  border: 1px solid currentColor;
  border-radius: 8px;
  overflow: hidden;

  & > h4 {
    margin: 0;
    padding: 6px 12px;
    border-block-end: 1px solid currentColor;
    font-size: 12px;
    line-height: 16px;
    font-weight: 600;
  }
  & > ul {
    margin: 0;
    padding: 4px 0;
    list-style: none;
  }
  & li {
    padding: 4px 12px;
    overflow-wrap: anywhere;
  }
`;

/** What a bot offers to choose from (spec section 5, 'BUTTON n(label)'). */
export const MainMenu = ({ labels }: { labels: readonly string[] }) => (
  <MenuList aria-label={messages.mainMenu}>
    <h4>{messages.mainMenu}</h4>
    <ul>
      {unlike(labels).map(({ key, label }) => (
        <li key={key} dir="auto">
          {label}
        </li>
      ))}
    </ul>
  </MenuList>
);

const Buttons = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;

  & > button {
    padding: 6px 12px;
    border: 1px solid currentColor;
    border-radius: 8px;
    background: transparent;
    color: inherit;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
`;

/** The buttons of a template (spec section 5, 'button N (label)'). It is for the customer to press them. */
export const TemplateButtons = ({ labels }: { labels: readonly string[] }) => (
  <Buttons>
    {unlike(labels).map(({ key, label }) => (
      <button key={key} type="button" disabled title={messages.customersButton} dir="auto">
        {label}
      </button>
    ))}
  </Buttons>
);
