import { ApiError } from '@inbox/api';
import type { EmailAccount } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Button, Dialog, Field } from '@inbox/ui';
import { fromHtml, isBlank, RichTextEditor, toHtml, type RichTextHandle } from '@inbox/ui/rich-text';
import { useRef, useState } from 'react';
import { messages } from './messages';
import type { MailSignatures } from './use-mail-signatures';

/** CSS pixels. */
const EDITOR_HEIGHT = 160;

interface SignatureDialogProps {
  accounts: readonly EmailAccount[];
  /** The address of the mailbox that is shown first; the first one when left out. */
  from: string | undefined;
  signatures: MailSignatures;
  onClose(): void;
}

/** What the agent has below new mails, by mailbox. */
export function SignatureDialog({ accounts, from, signatures, onClose }: SignatureDialogProps) {
  const { api, toast } = usePanel();
  const [address, setAddress] = useState(() => from ?? accounts[0]?.email ?? '');
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);
  const editor = useRef<RichTextHandle>(null);
  const isLoaded = signatures.state === 'loaded';

  const save = async () => {
    const account = accounts.find(({ email }) => email === address);
    const text = editor.current?.read();
    if (account === undefined || text === undefined || isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    try {
      const html = isBlank(text) ? '' : toHtml(text);
      signatures.put(await api.saveMailSignature({ body: { account_id: account.id, html } }));
      toast('success', messages.saved);
      onClose();
    } catch (error) {
      toast('error', error instanceof ApiError && error.kind === 'refused' ? error.message : messages.notSaved);
      setSaving(false);
      isBusy.current = false;
    }
  };

  return (
    <Dialog
      title={messages.title}
      size="large"
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!isLoaded || isSaving}>
            {isSaving ? messages.saving : messages.save}
          </Button>
        </>
      }
    >
      <div style={{ display: 'grid', gap: 12 }} inert={isSaving}>
        <Field>
          {messages.mailbox}
          <select value={address} onChange={({ target }) => setAddress(target.value)}>
            {accounts.map(({ id, name, email }) => (
              <option key={id} value={email}>
                {name === '' ? email : `${name} <${email}>`}
              </option>
            ))}
          </select>
        </Field>
        {isLoaded ? (
          <RichTextEditor
            key={address}
            label={messages.title}
            height={EDITOR_HEIGHT}
            handle={editor}
            initial={fromHtml(signatures.of(address) ?? '')}
            onRefused={(reason) => toast('error', reason)}
          />
        ) : (
          <p role="status">
            {signatures.state === 'loading' ? messages.loading : messages.notLoaded}{' '}
            {signatures.state === 'failed' && (
              <Button size="small" onClick={signatures.reload}>
                {messages.retry}
              </Button>
            )}
          </p>
        )}
        <p>{messages.note}</p>
      </div>
    </Dialog>
  );
}
