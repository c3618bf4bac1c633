import { PRIORITIES, type Priority } from '@inbox/domain';
import { color, Menu, priorityLabels, styled } from '@inbox/ui';
import { messages } from '../messages';

/** High, Medium, Low, None (spec section 9). */
const CHOICES: readonly Priority[] = [PRIORITIES.High, PRIORITIES.Medium, PRIORITIES.Low, PRIORITIES.None];

/** The priority's colour beside its name; hollow when there is none. */
export const PriorityDot = styled.i`
  flex: none;
  inline-size: 8px;
  block-size: 8px;
  border-radius: 50%;
  background: ${color.text3};

  &[data-priority='1'] {
    background: ${color.bad};
  }
  &[data-priority='2'] {
    background: ${color.warning};
  }
  &[data-priority='0'] {
    background: transparent;
    box-shadow: inset 0 0 0 1.5px ${color.text3};
  }
`;

interface PriorityMenuProps {
  anchor: HTMLElement | null;
  priority: Priority;
  onChoose(priority: Priority): void;
  onClose(): void;
}

export function PriorityMenu({ anchor, priority, onChoose, onClose }: PriorityMenuProps) {
  return (
    <Menu
      anchor={anchor}
      label={messages.priority}
      onClose={onClose}
      items={CHOICES.map((choice) => ({
        key: choice,
        label: priorityLabels[choice],
        icon: <PriorityDot data-priority={choice} aria-hidden />,
        selected: choice === priority,
        onSelect: () => {
          if (choice !== priority) onChoose(choice);
        },
      }))}
    />
  );
}
