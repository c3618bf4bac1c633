import { X } from 'lucide-react';
import type { ContentBlock, ContentState } from 'draft-js';
import { IMAGE } from './draft-content';
import { messages } from './messages';
import { Picture } from './style';

interface PictureBlockProps {
  contentState: ContentState;
  block: ContentBlock;
  blockProps: { onRemove(): void; onWidth: ((width: number) => void) | null };
}

/** A picture in the text, with its width, if it can have another, and a button that removes it. */
export function PictureBlock({ contentState, block, blockProps }: PictureBlockProps) {
  const key = block.getEntityAt(0);
  const entity = key === null ? null : contentState.getEntity(key);
  if (entity?.getType() !== IMAGE) return null;
  const { src, alt, width } = entity.getData() as { src: string; alt: string; width: number | null };
  const { onRemove, onWidth } = blockProps;
  return (
    <Picture
      contentEditable={false}
      style={width === null ? undefined : { inlineSize: `${width}%` }}
      data-width={width ?? undefined}
      // A key that is pressed here is not the text's.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <img src={src} alt={alt} />
      {onWidth !== null && (
        <select
          aria-label={messages.imageWidth(alt)}
          value={width ?? 100}
          onChange={({ currentTarget }) => onWidth(Number(currentTarget.value))}
        >
          {widthsWith(width ?? 100).map((one) => (
            <option key={one} value={one}>
              {messages.percent(one)}
            </option>
          ))}
        </select>
      )}
      <button type="button" aria-label={messages.removeImage(alt)} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </Picture>
  );
}

/** Per cent of the text's width that are offered, and the one that a picture has. */
const widthsWith = (width: number): number[] =>
  [...new Set([25, 50, 75, 85, 100, width])].sort((one, other) => one - other);
