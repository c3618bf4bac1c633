import { agentName } from '@inbox/domain';
import { NOTE_IMAGE_WIDTH } from '@inbox/domain/conversation';
import { usePanel, useTopic } from '@inbox/panel';
import { isCutOff } from '@inbox/panel/cut-off';
import { useQuery } from '@inbox/panel/query';
import { Button, color, styled } from '@inbox/ui';
import {
  fromHtml,
  isBlank,
  RichTextEditor,
  toHtml,
  type Person,
  type RichText,
  type RichTextHandle,
} from '@inbox/ui/rich-text';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ComponentProps } from 'react';
import type { DraftRecord } from './draft-store';
import { messages } from './messages';
import type { NoteDraft } from './note-draft';
import type { DraftState } from './note-draft-state';
import { NoteFiles } from './note-files';

/** CSS pixels: the panel is low, and a note mostly short. */
const EDITOR_HEIGHT = 140;

/** Milliseconds after which a text with pictures, megabytes, is stored; any other is stored with each key. */
const PICTURES_MS = 300;

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: 8px;
  min-inline-size: 0;

  & > fieldset {
    display: flex;
    flex-direction: column;
    gap: 8px;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
`;

const Actions = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`;

const Problem = styled.p`
  color: ${color.bad};
  overflow-wrap: anywhere;
`;

const Unknown = styled.p`
  font-size: 12px;
  color: ${color.text2};
`;

export interface NoteEditorProps {
  draft: NoteDraft;
  state: DraftState & { record: DraftRecord };
  startsFocused: boolean;
}

/** Writes a note, and adds it. What is written outlives the page, and the ticket's being left. */
export function NoteEditor({ draft, state, startsFocused }: NoteEditorProps) {
  const { toast } = usePanel();
  const people = usePeople();
  const isOffLine = isCutOff(useTopic('connection'));
  const { record, isAdding, uploading, unstored, refused } = state;
  const isLocked = isAdding || record.isAsked;
  const editor = useRef<RichTextHandle>(null);
  const written = (): string => (editor.current === null ? record.notes : htmlOf(editor.current.read()));
  // The text of the draft that this very editor shows; another one may be on its way into it.
  const save = useEffectEvent(() => {
    if (editor.current !== null) draft.write(written());
  });
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    const timer = setTimeout(() => {
      setChanged(false);
      save();
    }, PICTURES_MS);
    return () => clearTimeout(timer);
  }, [isChanged]);
  useEffect(() => {
    const saveNow = () => save();
    window.addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      window.removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
    };
  }, []);
  useLayoutEffect(
    // The ticket is left: the editor is there until now, whatever has taken the agent away.
    () => () => {
      if (editor.current !== null) draft.write(htmlOf(editor.current.read()));
    },
    [draft],
  );
  const hasStarted = useRef(false);
  useEffect(() => {
    if (startsFocused && !hasStarted.current) editor.current?.focus();
    hasStarted.current = true;
  }, [startsFocused]);

  const add = () => {
    const notes = written();
    if (record.isAsked || notes !== '' || record.media.length > 0) void draft.add(notes);
    else editor.current?.focus();
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAdding && uploading === 0) add();
      }}
    >
      <fieldset disabled={isLocked} inert={isLocked} aria-busy={isAdding}>
        <NoteText
          key={state.version}
          notes={record.notes}
          label={messages.editor}
          height={EDITOR_HEIGHT}
          handle={editor}
          hasCode
          people={people}
          imageWidth={NOTE_IMAGE_WIDTH}
          onChange={(text) => {
            if (text.some(({ kind }) => kind === 'image')) setChanged(true);
            else draft.write(htmlOf(text));
          }}
          onFiles={draft.attach}
          onRefused={(reason) => toast('error', reason)}
        />
        <NoteFiles
          draft={draft}
          media={record.media.filter(({ url }) => !unstored.includes(url))}
          isUploading={uploading + unstored.length > 0}
        />
      </fieldset>
      {refused !== null && <Problem role="alert">{refused}</Problem>}
      {record.isAsked && (record.waits || !isAdding) && <Unknown role="status">{textOf(record, isOffLine)}</Unknown>}
      <Actions>
        {!isLocked && (
          <Button variant="quiet" onClick={draft.discard}>
            {messages.discard}
          </Button>
        )}
        <Button type="submit" variant="primary" disabled={isAdding} aria-disabled={isAdding || uploading > 0}>
          {isAdding ? messages.adding : record.isAsked ? messages.again : messages.add}
        </Button>
      </Actions>
    </Form>
  );
}

/** Returns what the agent reads of a note that is requested and not known to be added. */
function textOf({ waits }: DraftRecord, isOffLine: boolean): string {
  if (!waits) return messages.notKnown;
  return isOffLine ? messages.waits : messages.waitsConnected;
}

const htmlOf = (text: RichText): string => (isBlank(text) ? '' : toHtml(text));

type NoteTextProps = Omit<ComponentProps<typeof RichTextEditor>, 'initial'> & { notes: string };

function NoteText({ notes, ...editor }: NoteTextProps) {
  const [initial] = useState(() => fromHtml(notes));
  return <RichTextEditor {...editor} initial={initial} />;
}

const NOBODY: readonly Person[] = [];

/** Whom a note can name; without the list it names nobody. */
function usePeople(): readonly Person[] {
  const { api } = usePanel();
  const { data } = useQuery({
    queryKey: ['agents'],
    queryFn: async ({ signal }): Promise<Person[]> =>
      (await api.allAgents({}, { signal })).map((agent) => ({ id: agent.id, name: agentName(agent) })),
  });
  return data ?? NOBODY;
}
