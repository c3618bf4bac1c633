import { IconButton } from '@inbox/ui';
import { EditorState, RichUtils } from 'draft-js';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  ImagePlus,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo2,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { blockAt, currentAlign, indent, toggleAlign } from './changes';
import { messages } from './messages';
import { Bar } from './style';

interface Tool {
  label: string;
  icon: LucideIcon;
  /** Given: the button is pressed or not. */
  isPressed?: boolean;
  isDisabled?: boolean;
  act(): void;
}

interface ToolbarProps {
  /** The accessible name of what it formats. */
  label: string;
  state: EditorState;
  /** The element that it formats. */
  controls: string;
  isLinkOpen: boolean;
  hasCode: boolean;
  onChange(change: (state: EditorState) => EditorState): void;
  onLink(): void;
  onImage(): void;
}

/**
 * The buttons above the text, one stop for the Tab key (the toolbar of the ARIA practices): arrows, Home and End go from
 * button to button.
 */
export function Toolbar({ label, controls, ...shown }: ToolbarProps) {
  const [stop, setStop] = useState(0);
  const tools = toolsOf(shown);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: tools.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tools.length) % tools.length;
    setStop(next);
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  return (
    <Bar role="toolbar" aria-label={messages.toolbar(label)} aria-controls={controls} onKeyDown={onKeyDown}>
      {tools.map(({ label: name, icon: Icon, isPressed, isDisabled = false, act }, index) => (
        <IconButton
          key={name}
          label={name}
          size="small"
          tabIndex={index === stop ? 0 : -1}
          aria-pressed={isPressed}
          aria-disabled={isDisabled}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setStop(index)}
          onClick={() => !isDisabled && act()}
        >
          <Icon size={16} aria-hidden />
        </IconButton>
      ))}
    </Bar>
  );
}

function toolsOf({
  state,
  isLinkOpen,
  hasCode,
  onChange,
  onLink,
  onImage,
}: Omit<ToolbarProps, 'label' | 'controls'>): Tool[] {
  const style = state.getCurrentInlineStyle();
  const type = blockAt(state).getType();
  const align = currentAlign(state);
  const isItem = type.endsWith('list-item');
  const inline = (label: string, icon: LucideIcon, name: string): Tool => ({
    label,
    icon,
    isPressed: style.has(name),
    act: () => onChange((now) => RichUtils.toggleInlineStyle(now, name)),
  });
  const list = (label: string, icon: LucideIcon, name: string): Tool => ({
    label,
    icon,
    isPressed: type === name,
    act: () => onChange((now) => RichUtils.toggleBlockType(now, name)),
  });
  const aligned = (label: string, icon: LucideIcon, to: 'left' | 'center' | 'right'): Tool => ({
    label,
    icon,
    isPressed: align === to,
    act: () => onChange((now) => toggleAlign(now, to)),
  });
  return [
    inline(messages.bold, Bold, 'BOLD'),
    inline(messages.italic, Italic, 'ITALIC'),
    inline(messages.underline, Underline, 'UNDERLINE'),
    ...(hasCode ? [inline(messages.code, Code, 'CODE')] : []),
    list(messages.bullets, List, 'unordered-list-item'),
    list(messages.numbers, ListOrdered, 'ordered-list-item'),
    {
      label: messages.higher,
      icon: IndentDecrease,
      isDisabled: !isItem || blockAt(state).getDepth() === 0,
      act: () => onChange((now) => indent(now, -1)),
    },
    {
      label: messages.deeper,
      icon: IndentIncrease,
      isDisabled: !isItem,
      act: () => onChange((now) => indent(now, 1)),
    },
    aligned(messages.left, AlignLeft, 'left'),
    aligned(messages.center, AlignCenter, 'center'),
    aligned(messages.right, AlignRight, 'right'),
    { label: messages.link, icon: Link, isPressed: isLinkOpen, act: onLink },
    { label: messages.image, icon: ImagePlus, act: onImage },
    {
      label: messages.undo,
      icon: Undo2,
      isDisabled: state.getUndoStack().isEmpty(),
      act: () => onChange((now) => EditorState.undo(now)),
    },
    {
      label: messages.redo,
      icon: Redo2,
      isDisabled: state.getRedoStack().isEmpty(),
      act: () => onChange((now) => EditorState.redo(now)),
    },
  ];
}
