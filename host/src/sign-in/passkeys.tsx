import { MAX_PASSKEY_NAME, signInCalls, type OwnPasskey, type SignInProof } from '@inbox/api/sign-in';
import { formatMessageTime } from '@inbox/domain';
import { Button, Field } from '@inbox/ui';
import { useRef, useState } from 'react';
import { canMakePasskeys, makePasskey } from './make-passkey';
import { signInMessages } from './messages';
import { Row, Rows, Section, Small } from './parts';
import { ProofForm } from './proof-form';
import { useAction, type SignInApi } from './use-sign-in';

const texts = signInMessages.passkeys;
const shown = (time: string): string => formatMessageTime(new Date(time));

type View = { at: 'rest' } | { at: 'add' } | { at: 'remove'; passkey: OwnPasskey };
const REST: View = { at: 'rest' };

interface PasskeysProps {
  api: SignInApi;
  passkeys: readonly OwnPasskey[];
  /** The agent has a second step: the password alone is not enough. */
  wantsCode: boolean;
  /** One was added or removed. */
  onChanged(): void;
}

/** The keys of the agent's devices, with which they sign in instead of the password. */
export function Passkeys({ api, passkeys, wantsCode, onChanged }: PasskeysProps) {
  const action = useAction();
  const [view, setView] = useState<View>(REST);
  const [name, setName] = useState('');
  const [done, setDone] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);

  function show(next: View): void {
    action.clear();
    setDone(null);
    setName('');
    setView(next);
  }
  function rest(said: string | null = null): void {
    show(REST);
    setDone(said);
    // What had the focus goes.
    title.current?.focus();
  }

  const add = (proof: SignInProof): void =>
    action.run(async () => {
      const { options, challenge } = await api.call(signInCalls.offerPasskey, { body: proof });
      const answer = await makePasskey(options);
      await api.call(signInCalls.addPasskey, { body: { challenge, name: name.trim(), answer } });
      onChanged();
      rest(texts.added);
    });
  const remove = ({ id }: OwnPasskey, proof: SignInProof): void =>
    action.run(async () => {
      await api.call(signInCalls.removePasskey, { params: { id }, body: proof });
      onChanged();
      rest(texts.removed);
    });

  return (
    <Section aria-label={texts.title}>
      <h3 ref={title} tabIndex={-1}>
        {texts.title}
      </h3>
      {view.at === 'rest' && (
        <>
          <Small>{texts.hint}</Small>
          {passkeys.length > 0 && (
            <Rows aria-label={texts.title}>
              {passkeys.map((passkey) => (
                <Row key={passkey.id}>
                  <div>
                    <strong>{passkey.name}</strong>
                    <Small>
                      {texts.addedAt(shown(passkey.added_at))} ·{' '}
                      {passkey.used_at === null ? texts.unused : texts.usedAt(shown(passkey.used_at))}
                    </Small>
                  </div>
                  <Button
                    size="small"
                    aria-label={texts.removeNamed(passkey.name, shown(passkey.added_at))}
                    onClick={() => show({ at: 'remove', passkey })}
                  >
                    {texts.remove}
                  </Button>
                </Row>
              ))}
            </Rows>
          )}
          {canMakePasskeys() ? (
            <Button onClick={() => show({ at: 'add' })}>{texts.add}</Button>
          ) : (
            <Small>{texts.unsupported}</Small>
          )}
        </>
      )}
      {view.at === 'add' && (
        <ProofForm
          explained={texts.explainedAdd}
          button={texts.next}
          isDanger={false}
          wantsCode={wantsCode}
          action={action}
          onProof={add}
          onCancel={() => rest()}
        >
          <Field>
            {texts.name}
            <input
              type="text"
              autoComplete="off"
              maxLength={MAX_PASSKEY_NAME}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
        </ProofForm>
      )}
      {view.at === 'remove' && (
        <ProofForm
          explained={texts.explainedRemove(view.passkey.name)}
          button={texts.remove}
          isDanger
          wantsCode={wantsCode}
          action={action}
          onProof={(proof) => remove(view.passkey, proof)}
          onCancel={() => rest()}
        />
      )}
      <Small role="status">{done}</Small>
    </Section>
  );
}
