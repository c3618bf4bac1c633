import { MOST_INLINE_IMAGE_BYTES } from '@inbox/domain/conversation';
import { useCombobox } from '@inbox/ui/combobox';
import { CompositeDecorator, ContentState, Editor, EditorState, genKey, RichUtils, type ContentBlock } from 'draft-js';
import {
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import {
  currentLink,
  endList,
  insertImage,
  insertRichText,
  pasteText,
  removeImage,
  removeLink,
  replaceText,
  setImageWidth,
  setLink,
} from './changes';
import { alignOf, fromDraft, LINK, MENTION, toDraft } from './draft-content';
import { fromHtml } from './from-html';
import { pastedFiles } from '../fields/pasted-files';
import { LinkRow } from './link-row';
import { insertMention, mentionTyped, peopleLike, type Person } from './mentions';
import { messages } from './messages';
import { People } from './people';
import { PictureBlock } from './picture-block';
import { Recovery } from './recovery';
import { removeBesideCaret } from './remove';
import { imageBytes, isInlineImage, withoutExtras, type RichText } from './rich-text';
import { defaultCommand, useShadowRoot } from './shadow-root/use-shadow-root';
import { Box, Text } from './style';
import { Toolbar } from './toolbar';

/** What whoever shows an editor does with it. */
export interface RichTextHandle {
  read(): RichText;
  focus(): void;
  /** Puts text where the caret stands. */
  insert(text: string): void;
  /** Puts another text in the place of all that is there; the caret stays where the text up to it is the same. */
  replace(text: RichText): void;
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
  /** Code is offered too, with Ctrl+` as its key. */
  hasCode?: boolean;
  /** Who can be named by an '@'. Left out where nobody is. */
  people?: readonly Person[];
  /** The width that a picture has until it is given another, in per cent; left out where pictures have their own. */
  imageWidth?: number;
  /** Takes files that are put into the text and are no pictures. Without it they are refused as such. */
  onFiles?(files: readonly File[]): void;
  /** Told in words why a picture was not taken in. */
  onRefused(reason: string): void;
}

const NOBODY: readonly Person[] = [];
const IMAGE_TYPES = 'image/png,image/jpeg,image/gif,image/webp';
const rangesOf =
  (type: string) => (block: ContentBlock, found: (start: number, end: number) => void, content: ContentState) => {
    block.findEntityRanges((character) => {
      const key = character.getEntity();
      return key !== null && content.getEntity(key).getType() === type;
    }, found);
  };
const decorators = new CompositeDecorator([
  {
    strategy: rangesOf(LINK),
    component({ contentState, entityKey, children }: LinkProps) {
      const { url } = contentState.getEntity(entityKey).getData() as { url: string };
      return (
        <a href={url} title={url} rel="noreferrer noopener" target="_blank">
          {children}
        </a>
      );
    },
  },
  {
    strategy: rangesOf(MENTION),
    component: ({ children }: LinkProps) => <span className="rich-mention">{children}</span>,
  },
]);

interface LinkProps {
  contentState: ContentState;
  entityKey: string;
  children?: ReactNode;
}

/**
 * A box to write formatted text in, with its toolbar. What is pasted is cleaned, what is read from it is all that a
 * document can hold. draft-js does the editing: input methods, scripts of either direction, and undo are its own. If an
 * extension of the browser breaks it, it is mounted again with its text, its caret, and its steps of undo.
 */
export function RichTextEditor({
  label,
  height,
  handle,
  initial,
  onChange,
  hasCode = false,
  people = NOBODY,
  imageWidth,
  onFiles,
  onRefused,
}: RichTextEditorProps) {
  const [state, setState] = useState(() =>
    EditorState.createWithContent(initial ? toDraft(initial) : ContentState.createFromText(''), decorators),
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
    replace: (text) => put(replaceText(latest.current, text)),
  }));

  const typed = people.length === 0 ? null : mentionTyped(state);
  const offered = typed === null ? NOBODY : peopleLike(people, typed.query);
  const place = typed === null ? '' : `${typed.key}:${typed.at}`;
  const [dismissed, setDismissed] = useState('');
  const combobox = useCombobox({
    options: offered,
    isOpen: offered.length > 0 && dismissed !== place,
    query: `${place} ${typed?.query ?? ''}`,
    onChoose(person) {
      if (typed !== null) put(insertMention(latest.current, typed, person));
    },
    onClose: () => setDismissed(place),
  });

  const takeFiles = (taken: readonly Blob[]) => {
    const others = onFiles
      ? taken.filter((file) => file instanceof File && !IMAGE_TYPES.includes(file.type || '?'))
      : [];
    if (others.length > 0) onFiles?.(others as File[]);
    void takeImages(taken.filter((file) => !others.includes(file)));
  };
  const takeImages = async (taken: readonly Blob[]) => {
    for (const file of taken) {
      const name = file instanceof File ? file.name : '';
      const src = await dataUrl(file).catch(() => null);
      const held = imagesIn(fromDraft(latest.current.getCurrentContent()));
      if (src === null) onRefused(messages.imageUnread(name));
      else if (!isInlineImage(src)) onRefused(messages.imageType(name));
      else if (held + imageBytes(src) > MOST_INLINE_IMAGE_BYTES)
        onRefused(messages.imageSize(MOST_INLINE_IMAGE_BYTES / 1_000_000));
      else put(insertImage(latest.current, { src, alt: name.replace(/\.\w+$/, ''), width: imageWidth ?? null }));
    }
  };
  const paste = (text: string, html: string | undefined): 'handled' | 'not-handled' => {
    // What was cut in this very editor draft-js has as it was.
    if (html?.includes(`data-editor="${editorKey}"`)) return 'not-handled';
    if (html === undefined || html.trim() === '') {
      put(pasteText(latest.current, text));
      return 'handled';
    }
    const extras = { code: hasCode, mentions: people.length > 0, imageWidth: imageWidth ?? null };
    const read = withoutExtras(fromHtml(html), extras);
    const tooMuch = imagesIn(fromDraft(latest.current.getCurrentContent())) + imagesIn(read) > MOST_INLINE_IMAGE_BYTES;
    if (tooMuch) onRefused(messages.imageSize(MOST_INLINE_IMAGE_BYTES / 1_000_000));
    put(insertRichText(latest.current, tooMuch ? read.filter(({ kind }) => kind !== 'image') : read));
    return 'handled';
  };

  const text = useRef<HTMLDivElement>(null);
  const [mount, setMount] = useState(0);
  useShadowRoot(text, mount, { read: () => latest.current, put, takeFiles });
  const recover = () => {
    setMount((before) => before + 1);
    const now = EditorState.set(latest.current, { inCompositionMode: false, nativelyRenderedContent: null });
    if (now.getSelection().getHasFocus()) change(() => EditorState.forceSelection(now, now.getSelection()));
    else put(now);
  };

  /** draft-js takes a picture before the text that it is a picture of, so a paste with files does not reach it. */
  const pasteBesideFiles = (event: ClipboardEvent) => {
    const data = event.clipboardData;
    if (data.files.length === 0) return;
    const pasted = pastedFiles(data, true);
    if (pasted.length > 0) takeFiles(pasted);
    else if (paste(data.getData('text/plain'), data.getData('text/html')) === 'not-handled') return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Box>
      <Toolbar
        label={label}
        state={state}
        controls={textId}
        isLinkOpen={isLinkOpen}
        hasCode={hasCode}
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
      <Recovery onRecovered={recover}>
        <Text
          ref={text}
          id={textId}
          style={{ blockSize: height }}
          onClick={() => editor.current?.focus()}
          onKeyDownCapture={(event) => void combobox.onKeyDown(event)}
          onPasteCapture={pasteBesideFiles}
        >
          <Editor
            ref={editor}
            editorKey={editorKey}
            editorState={state}
            onChange={put}
            ariaLabel={label}
            role="textbox"
            ariaMultiline
            {...(people.length > 0 && {
              ariaAutoComplete: 'list',
              ariaControls: combobox.textareaProps['aria-controls'],
              ariaActiveDescendantID: combobox.textareaProps['aria-activedescendant'],
            })}
            spellCheck
            stripPastedStyles={false}
            keyBindingFn={(event) => (isCodeKey(event) ? 'code' : defaultCommand(event))}
            handleKeyCommand={(command, now) => {
              // draft-js has blocks of code for this key. Where no code is written it does nothing.
              const code = hasCode ? RichUtils.toggleInlineStyle(now, 'CODE') : now;
              const next =
                command === 'code'
                  ? code
                  : (removeBesideCaret(now, command) ?? RichUtils.handleKeyCommand(now, command));
              if (next === null) return 'not-handled';
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
            handleDroppedFiles={(_, dropped) => {
              takeFiles(dropped);
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
                    props: {
                      onRemove: () => change((now) => removeImage(now, block)),
                      onWidth:
                        imageWidth === undefined
                          ? null
                          : (width: number) => put(setImageWidth(latest.current, block, width)),
                    },
                  }
                : null
            }
          />
        </Text>
      </Recovery>
      {people.length > 0 && <People people={offered} combobox={combobox} />}
    </Box>
  );
}

type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'key' | 'code'>;

/** Ctrl+` (spec section 5), by its place where a layout has another sign there. */
const isCodeKey = ({ ctrlKey, metaKey, altKey, key, code }: Keys): boolean =>
  ctrlKey && !metaKey && !altKey && (key === '`' || code === 'Backquote');

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
