import { color, layer, layInTopLayer, styled } from '@inbox/ui';
import { messages } from '../../messages';
import type { SlashMenu as Menu } from './use-slash-menu';

const List = styled.div`
  position: absolute;
  z-index: ${layer.floating};
  inset-inline: 0;
  inset-block-end: calc(100% + 4px);
  max-block-size: 240px;
  margin: 0;
  padding: 4px;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: 10px;
  background: ${color.surface};
  color: ${color.text};
  box-shadow: 0 8px 24px rgb(0 0 0 / 0.16);

  & > div {
    display: flex;
    gap: 12px;
    padding: 6px 10px;
    border-radius: 6px;
    cursor: pointer;
  }
  & > div[aria-selected='true'] {
    background: ${color.accentSurface};
  }
  & b {
    flex: none;
    max-inline-size: 40%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 600;
  }
  & span {
    overflow: hidden;
    color: ${color.text2};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** The focus stays in the reply box, which names the active option. */
export function SlashMenu({ menu: { options, combobox } }: { menu: Menu }) {
  const { listProps, optionProps } = combobox;
  return (
    <List ref={layInTopLayer} {...listProps} aria-label={messages.quickReplies}>
      {options.map((reply, index) => (
        <div key={reply.id} tabIndex={-1} {...optionProps(index)}>
          <b dir="auto">{reply.shortcut}</b>
          <span dir="auto">{reply.message}</span>
        </div>
      ))}
    </List>
  );
}
