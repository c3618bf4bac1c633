import { ApiError, FIELDS_REV, type FieldValuesAnswer } from '@inbox/api';
import type { CustomField, Ticket } from '@inbox/domain';
import { cleanValues } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { useIsMutating, useMutation, useQueryClient } from '@inbox/panel/query';
import { useState } from 'react';
import { useIsShown } from '../sections/use-is-shown';
import { afterSave, shownValues, type Draft } from './draft';
import { messages } from './messages';
import type { FieldDraft } from './use-field-draft';
import { notOlder, valuesKey } from './use-ticket-fields';

export interface SaveFields {
  isSaving: boolean;
  /** What the server says of single fields, by field id. */
  refused: Readonly<Record<string, string[]>>;
  /** Removes the server's error of a field that the agent has changed. */
  changed(field: CustomField['id']): void;
  save(): void;
}

interface SaveFieldsOptions {
  ticket: Ticket;
  fields: readonly CustomField[];
  saved: FieldValuesAnswer;
  draft: FieldDraft;
  reload(): void;
}

/** Saves what the agent has changed, to the ticket that it was changed for, whichever is shown when the answer comes. */
export function useSaveFields({ ticket, fields, saved, draft, reload }: SaveFieldsOptions): SaveFields {
  const { api, toast } = usePanel();
  const client = useQueryClient();
  const [refused, setRefused] = useState<SaveFields['refused']>({});
  const isShown = useIsShown();
  const mutationKey = ['save-fields', ticket.id];
  const isSaving = useIsMutating({ mutationKey }) > 0;
  const say = (kind: 'success' | 'error', words: string) =>
    toast(kind, isShown() ? words : messages.of(ticket.id, words));

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (sent: Draft) =>
      api.saveFieldValues({
        params: { ticket_id: ticket.id },
        body: { ...cleanValues(fields, shownValues(sent, saved.values)), [FIELDS_REV]: String(saved.rev) },
      }),
    onMutate: () => setRefused({}),
    onSuccess(answer, sent) {
      client.setQueryData<FieldValuesAnswer>(valuesKey(ticket.id), (known) => notOlder(known, answer));
      draft.update((now) => afterSave(now, sent, answer.values));
      say('success', messages.updated);
    },
    onError(error) {
      const told = error instanceof ApiError && error.kind === 'refused' ? error : null;
      say('error', told?.message ?? messages.failed);
      setRefused(told?.details.fields ?? {});
      // What a colleague has changed shows beside what the agent has written.
      if (told?.details.code === 'fields_changed') reload();
    },
  });
  return {
    isSaving,
    refused,
    changed: (field) => setRefused(({ [field]: _, ...others }) => others),
    save() {
      if (client.isMutating({ mutationKey }) === 0) mutate(draft.latest());
    },
  };
}
