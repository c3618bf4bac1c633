import { MOST_INLINE_IMAGE_BYTES } from '@inbox/domain/conversation';
import { X } from 'lucide-react';
import {
  CompositeDecorator,
  ContentState,
  Editor,
  EditorState,
  genKey,
  getDefaultKeyBinding,
  RichUtils,
  type ContentBlock,
} from 'draft-js';
import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import {
  currentLink,
  endList,
  insertImage,
  insertRichText,
  pasteText,
  removeImage,
  removeLink,
  setLink,
} from './changes';
import { alignOf, fromDraft, IMAGE, LINK, toDraft } from './draft-content';
import { fromHtml } from './from-html';
import { LinkRow } from './link-row';
import { messages } from './messages';
import { imageBytes, isInlineImage, type RichText } from './rich-text';
import { Box, Picture, Text } from './style';
import { Toolbar } from './toolbar';

/** What whoever shows an editor does with it. */
export interface RichTextHandle {
  read(): RichText;
  focus(): void;
  /** Puts text where the caret stands. */
  insert(text: string): void;
}

export interface RichTextEditorProps {
  /** The accessible name. */
  label: string;
  /** Of the text, in CSS pixels. */
  height: number;
  handle: Ref<RichTextHandle>;
  /** What stands in it at first. */
  initial?: RichText;
  /** Told of each change of what is written; moving the caret is none. */
  onChange?(text: RichText): void;
  /** Told in words why a picture was not taken in. */
  onRefused(reason: string): void;
}

const IMAGE_TYPES = 'image/png,image/jpeg,image/gif,image/webp';
const links = new CompositeDecorator([
  {
    strategy(block: ContentBlock, found: (start: number, end: number) => void, content: ContentState) {
      block.findEntityRanges((character) => {
        const key = character.getEntity();
        return key !== null && content.getEntity(key).getType() === LINK;
      }, found);
    },
    component({ contentState, entityKey, children }: LinkProps) {
      const { url } = contentState.getEntity(entityKey).getData() as { url: string };
      return (
        <a href={url} title={url} rel="noreferrer noopener" target="_blank">
          {children}
        </a>
      );
    },
  },
]);

interface LinkProps {
  contentState: ContentState;
  entityKey: string;
  children?: ReactNode;
}

/**
 * A box to write formatted text in, with its toolbar. What is pasted is cleaned, what is read from it is all that a
 * document can hold. draft-js does the editing: input methods, scripts of either direction, and undo are its own.
 */
export function RichTextEditor({ label, height, handle, initial, onChange, onRefused }: RichTextEditorProps) {
  const [state, setState] = useState(() =>
    EditorState.createWithContent(initial ? toDraft(initial) : ContentState.createFromText(''), links),
  );
  const [isLinkOpen, setLinkOpen] = useState(false);
  const [editorKey] = useState(genKey);
  const editor = useRef<Editor>(null);
  const files = useRef<HTMLInputElement>(null);
  const textId = useId();
  // A change may come before the last one was rendered: focus alone makes one.
  const latest = useRef(state);
  const put = (next: EditorState) => {
    const isChanged = next.getCurrentContent() !== latest.current.getCurrentContent();
    latest.current = next;
    setState(next);
    if (isChanged) onChange?.(fromDraft(next.getCurrentContent()));
  };
  /** By a button: the text has the focus again before, or a style that was only chosen would be lost with it. */
  const change = (how: (now: EditorState) => EditorState) => {
    editor.current?.focus();
    put(how(latest.current));
  };
  useImperativeHandle(handle, () => ({
    read: () => fromDraft(latest.current.getCurrentContent()),
    focus: () => editor.current?.focus(),
    insert: (text) => change((now) => pasteText(now, text)),
  }));

  const takeImages = async (taken: readonly Blob[]) => {
    for (const file of taken) {
      const name = file instanceof File ? file.name : '';
      const src = await dataUrl(file).catch(() => null);
      const held = imagesIn(fromDraft(latest.current.getCurrentContent()));
      if (src === null) onRefused(messages.imageUnread(name));
      else if (!isInlineImage(src)) onRefused(messages.imageType(name));
      else if (held + imageBytes(src) > MOST_INLINE_IMAGE_BYTES)
        onRefused(messages.imageSize(MOST_INLINE_IMAGE_BYTES / 1_000_000));
      else put(insertImage(latest.current, src, name.replace(/\.\w+$/, '')));
    }
  };
  const paste = (text: string, html: string | undefined): 'handled' | 'not-handled' => {
    // What was cut in this very editor draft-js has as it was.
    if (html?.includes(`data-editor="${editorKey}"`)) return 'not-handled';
    if (html === undefined || html.trim() === '') {
      put(pasteText(latest.current, text));
      return 'handled';
    }
    const read = fromHtml(html);
    const tooMuch = imagesIn(fromDraft(latest.current.getCurrentContent())) + imagesIn(read) > MOST_INLINE_IMAGE_BYTES;
    if (tooMuch) onRefused(messages.imageSize(MOST_INLINE_IMAGE_BYTES / 1_000_000));
    put(insertRichText(latest.current, tooMuch ? read.filter(({ kind }) => kind !== 'image') : read));
    return 'handled';
  };

  return (
    <Box>
      <Toolbar
        label={label}
        state={state}
        controls={textId}
        isLinkOpen={isLinkOpen}
        onChange={change}
        onLink={() => setLinkOpen(!isLinkOpen)}
        onImage={() => files.current?.click()}
      />
      {isLinkOpen && (
        <LinkRow
          href={currentLink(state)}
          onApply={(href) => {
            setLinkOpen(false);
            change((now) => setLink(now, href));
          }}
          onRemove={() => {
            setLinkOpen(false);
            change(removeLink);
          }}
          onClose={() => {
            setLinkOpen(false);
            editor.current?.focus();
          }}
        />
      )}
      <input
        ref={files}
        type="file"
        accept={IMAGE_TYPES}
        multiple
        hidden
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void takeImages(chosen);
        }}
      />
      <Text id={textId} style={{ blockSize: height }} onClick={() => editor.current?.focus()}>
        <Editor
          ref={editor}
          editorKey={editorKey}
          editorState={state}
          onChange={put}
          ariaLabel={label}
          role="textbox"
          ariaMultiline
          spellCheck
          stripPastedStyles={false}
          keyBindingFn={getDefaultKeyBinding}
          handleKeyCommand={(command, now) => {
            const next = RichUtils.handleKeyCommand(now, command);
            // A document has no code: its key does nothing.
            if (next === null || command === 'code') return command === 'code' ? 'handled' : 'not-handled';
            put(next);
            return 'handled';
          }}
          handleReturn={(event, now) => {
            const next = event.shiftKey ? RichUtils.insertSoftNewline(now) : endList(now);
            if (next === null) return 'not-handled';
            put(next);
            return 'handled';
          }}
          handlePastedText={paste}
          handlePastedFiles={(pasted) => {
            void takeImages(pasted);
            return 'handled';
          }}
          handleDroppedFiles={(_, dropped) => {
            void takeImages(dropped);
            return 'handled';
          }}
          blockStyleFn={(block) => {
            const align = alignOf(block);
            return align === null ? '' : `rich-${align}`;
          }}
          blockRendererFn={(block) =>
            block.getType() === 'atomic'
              ? {
                  component: PictureBlock,
                  editable: false,
                  props: { onRemove: () => change((now) => removeImage(now, block)) },
                }
              : null
          }
        />
      </Text>
    </Box>
  );
}

interface PictureBlockProps {
  contentState: ContentState;
  block: ContentBlock;
  blockProps: { onRemove(): void };
}

function PictureBlock({ contentState, block, blockProps }: PictureBlockProps) {
  const key = block.getEntityAt(0);
  const entity = key === null ? null : contentState.getEntity(key);
  if (entity?.getType() !== IMAGE) return null;
  const { src, alt } = entity.getData() as { src: string; alt: string };
  return (
    <Picture contentEditable={false}>
      <img src={src} alt={alt} />
      <button type="button" aria-label={messages.removeImage(alt)} onClick={blockProps.onRemove}>
        <X size={14} aria-hidden />
      </button>
    </Picture>
  );
}

/** Bytes of the pictures in a text. */
const imagesIn = (text: RichText): number =>
  text.reduce((sum, block) => sum + (block.kind === 'image' ? imageBytes(block.src) : 0), 0);

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}
