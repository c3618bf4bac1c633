import type { QuickReply } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Button, color, Dialog, Field, Spinner, styled } from '@inbox/ui';
import { useId, useMemo, useState } from 'react';
import { messages } from '../messages';
import { failureWords } from '../notices/failure-words';
import type { Notify } from '../notices/use-notices';
import { readCsv, type ImportLine, type LineProblem } from './csv';
import { CHARSETS, decodeAs, readText, type FileText } from './read-text';

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;

  & > p {
    color: ${color.text2};
  }
  & > p[role='alert'] {
    color: ${color.bad};
  }
`;

const Lines = styled.ul`
  max-block-size: min(320px, 40vh);
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: 8px;

  & > li {
    padding: 6px 10px;
    border-block-end: 1px solid ${color.line};
    overflow-wrap: anywhere;
  }
  & > li:last-child {
    border-block-end: 0;
  }
  & b {
    font-weight: 600;
  }
  & span {
    color: ${color.text2};
  }
  & em {
    font-style: normal;
    color: ${color.bad};
  }
`;

/** Lines that are listed; what is wrong comes first. */
const MOST_SHOWN = 200;
const ORDER = { wrong: 0, change: 1, add: 2, same: 3 } as const;

function problemWords(problem: LineProblem): string {
  if (problem.field !== 'line') return messages.problem(problem);
  if (problem.reason === 'twice') return messages.lineTwice(problem.line);
  return problem.reason === 'columns' ? messages.lineColumns : messages.lineQuotes;
}

export interface ImportDialogProps {
  replies: readonly QuickReply[];
  notify: Notify;
  onImported(): void;
  onClose(): void;
}

/** Shows what a file would add, change and skip, and imports it when the agent says so. */
export default function ImportDialog({ replies, notify, onImported, onClose }: ImportDialogProps) {
  const { api } = usePanel();
  const [file, setFile] = useState<ReadFile | { problem: string } | null>(null);
  const [isImporting, setImporting] = useState(false);
  const text = file !== null && 'text' in file ? file.text : null;
  const read = useMemo(() => (text === null ? null : readCsv(text, replies)), [replies, text]);
  const lines = read === 'too-many' || read === null ? null : read;
  const wanted = lines?.filter(({ step }) => step === 'add' || step === 'change') ?? [];
  const guessed = file !== null && 'text' in file && file.isGuess ? file : null;
  const isNoText = guessed !== null && lines !== null && lines.every(({ step }) => step === 'wrong');
  const problem =
    file !== null && 'problem' in file
      ? file.problem
      : read === 'too-many'
        ? messages.importTooMany
        : isNoText
          ? messages.importNotText
          : null;

  async function run(): Promise<void> {
    if (isImporting || wanted.length === 0) return;
    setImporting(true);
    try {
      const rows = wanted.map(({ shortcut, message }) => ({ shortcut, message }));
      const { added, changed } = await api.importQuickReplies({ body: { rows } });
      notify('success', messages.imported(added, changed));
      onImported();
      onClose();
    } catch (error) {
      notify('error', failureWords(error));
      setImporting(false);
    }
  }

  return (
    <Dialog
      title={messages.importTitle}
      size="large"
      onClose={onClose}
      onSubmit={() => void run()}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          {wanted.length > 0 && (
            <Button variant="primary" type="submit" aria-disabled={isImporting}>
              {isImporting && <Spinner aria-hidden />}
              {isImporting ? messages.importing : messages.importButton(wanted.length)}
            </Button>
          )}
        </>
      }
    >
      <Body>
        <p>{messages.importHint}</p>
        <Field>
          {messages.file}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              setFile(null);
              if (chosen) void readFile(chosen).then(setFile);
            }}
          />
        </Field>
        {problem !== null && <p role="alert">{problem}</p>}
        {guessed !== null && !isNoText && <Charset file={guessed} onRead={setFile} />}
        {lines !== null && !isNoText && <Outcome lines={lines} isEmpty={wanted.length === 0} />}
      </Body>
    </Dialog>
  );
}

/** The character set that the file is taken to be in, and the way to read it in another. */
function Charset({ file, onRead }: { file: ReadFile; onRead(file: ReadFile): void }) {
  const hint = useId();
  const [unread, setUnread] = useState<string | null>(null);
  return (
    <>
      <Field>
        {messages.charset}
        <select
          value={file.charset}
          aria-describedby={hint}
          onChange={({ target: { value } }) => {
            const text = decodeAs(file.bytes, value);
            setUnread(text === null ? value : null);
            if (text !== null) onRead({ ...file, text, charset: value });
          }}
        >
          {Object.entries(CHARSETS).map(([charset, name]) => (
            <option key={charset} value={charset}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <p id={hint}>{messages.charsetHint}</p>
      {unread !== null && <p role="alert">{messages.charsetUnread(CHARSETS[unread as keyof typeof CHARSETS])}</p>}
    </>
  );
}

function Outcome({ lines, isEmpty }: { lines: readonly ImportLine[]; isEmpty: boolean }) {
  const counts = { add: 0, change: 0, same: 0, wrong: 0 };
  for (const { step } of lines) counts[step] += 1;
  const shown = lines.toSorted((one, other) => ORDER[one.step] - ORDER[other.step] || one.line - other.line);
  return (
    <>
      <p role="status">
        {messages.importCounts(counts)} {isEmpty && messages.importNothing}
      </p>
      {lines.length > 0 && (
        <Lines aria-label={messages.importLines} tabIndex={0}>
          {shown.slice(0, MOST_SHOWN).map((line) => (
            <li key={line.line}>
              <span>
                {messages.line(line.line)} · {messages.steps[line.step]}
              </span>{' '}
              <b dir="auto">{line.shortcut}</b>{' '}
              {line.step === 'wrong' ? <em>{problemWords(line.problem)}</em> : <span dir="auto">{line.message}</span>}
            </li>
          ))}
          {lines.length > MOST_SHOWN && <li>{messages.notShown(lines.length - MOST_SHOWN)}</li>}
        </Lines>
      )}
    </>
  );
}

/** Bytes. */
const MAX_FILE_BYTES = 5_000_000;

interface ReadFile extends FileText {
  /** For reading them in another character set. */
  bytes: Uint8Array;
}

/** The text of a file, or why it cannot be had, in words. */
async function readFile(file: File): Promise<ReadFile | { problem: string }> {
  if (file.size > MAX_FILE_BYTES) return { problem: messages.importTooLarge(MAX_FILE_BYTES) };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: messages.importNoFile };
  }
  const read = readText(bytes);
  return read === null ? { problem: messages.importNotText } : { ...read, bytes };
}
