import {
  newTempId,
  type TempId,
  type TemplateId,
  type TemplateValues,
  type UploadedFile,
  type WhatsappTemplate,
} from '@inbox/domain';
import { buttonUrlKey, mediaHeader, templateInputs, templateProblem } from '@inbox/domain/conversation';
import { Button, color, Dialog, styled } from '@inbox/ui';
import { useRef, useState } from 'react';
import { MediaField, type HeaderFile } from './media-field';
import { messages } from './messages';
import { TemplatePreview } from './template-preview';
import { ValueField, type OfferedValue } from './value-field';

const Form = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;
`;

const To = styled.p`
  margin: 0;
  color: ${color.text2};
  overflow-wrap: anywhere;
`;

const Withdrawn = styled.p`
  margin: 0;
  padding: 8px 12px;
  border-radius: 8px;
  background: ${color.badSurface};
  color: ${color.bad};
`;

/** What the call of spec section 7 names, but for the target. */
export interface TemplateToSend {
  template_id: TemplateId;
  parameters: Record<string, string>;
  media_url: string | null;
  button_url: string | null;
  /** The same for the same content: tried again, it is one message. */
  temp_id: TempId;
}

/** One of several targets, with its own values for what the inputs hold. */
export interface TemplateSample {
  label: string;
  fill(value: string): string;
}

export interface TemplateModalProps {
  /** As it stands at WhatsApp now: one that is no longer approved says so. */
  template: WhatsappTemplate;
  /** Ticket or phone, as people read it. */
  target: string;
  /** What is known of the customer and the first order. */
  offered: readonly OfferedValue[];
  /** Rejects with an Error in words for people. */
  upload(file: File, signal: AbortSignal): Promise<UploadedFile>;
  /** Answers whether it was sent, and tells by itself what came of it. */
  send(made: TemplateToSend): Promise<boolean>;
  /** It goes to many: what some of them will see, instead of what the inputs hold. */
  samples?: readonly TemplateSample[];
  /** The word on the button; 'Send' when left out. */
  sendLabel?: string;
  /** To the templates; without it there is no way back. */
  onBack?(): void;
  onClose(): void;
}

/** One input for each distinct placeholder, the file it begins with, and what the customer will see (spec section 2). */
export function TemplateModal(props: TemplateModalProps) {
  const { template, target, offered, upload, send, samples, sendLabel = messages.send, onBack, onClose } = props;
  const [values, setValues] = useState<TemplateValues>({});
  const [file, setFile] = useState<HeaderFile | null>(null);
  const [isSending, setSending] = useState(false);
  const running = useRef(false);
  const named = useRef<{ content: string; tempId: TempId } | null>(null);
  const header = mediaHeader(template);
  const stored = file?.kind === 'stored' ? file.stored : null;
  const isReady = templateProblem(template, values, stored !== null) === null;

  const submit = async () => {
    // Two clicks may come before the button is drawn anew.
    if (!isReady || running.current) return;
    running.current = true;
    setSending(true);
    const made = toSend(template, values, stored);
    const content = JSON.stringify(made);
    if (named.current?.content !== content) named.current = { content, tempId: newTempId() };
    const isSent = await send({ ...made, temp_id: named.current.tempId });
    running.current = false;
    setSending(false);
    if (isSent) onClose();
  };

  return (
    <Dialog
      title={template.template_name}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          {onBack !== undefined && <Button onClick={onBack}>{messages.back}</Button>}
          <Button type="submit" variant="primary" disabled={!isReady || isSending}>
            {isSending ? messages.sending : sendLabel}
          </Button>
        </>
      }
    >
      <Form>
        <To dir="auto">{messages.to(target)}</To>
        {header !== null && <MediaField kind={header} file={file} upload={upload} onChange={setFile} />}
        {templateInputs(template).map((input) => (
          <ValueField
            key={input.key}
            label={messages.input(input)}
            value={values[input.key] ?? ''}
            offered={offered}
            onChange={(value) => setValues((before) => ({ ...before, [input.key]: value }))}
          />
        ))}
        {template.status !== 'approved' && <Withdrawn role="alert">{messages.withdrawn(template.status)}</Withdrawn>}
        {samples === undefined ? (
          <TemplatePreview template={template} values={values} file={file} />
        ) : (
          samples.map(({ label, fill }) => (
            <TemplatePreview
              key={label}
              label={label}
              template={template}
              values={Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]))}
              file={file}
            />
          ))
        )}
      </Form>
    </Dialog>
  );
}

function toSend(
  template: WhatsappTemplate,
  values: TemplateValues,
  stored: UploadedFile | null,
): Omit<TemplateToSend, 'temp_id'> {
  const urlKey = buttonUrlKey(template);
  const { [urlKey ?? '']: button_url = null, ...parameters } = values;
  return { template_id: template.id, parameters, media_url: stored?.url ?? null, button_url };
}
