import { Button, ErrorState, Spinner, VisuallyHidden } from '@inbox/ui';
import { Modal } from '../shortcuts/modal';
import type { OverlayProps } from '../shortcuts/overlay';
import { signInMessages as texts } from './messages';
import { Body, Head } from './parts';
import { Passkeys } from './passkeys';
import { SecondStep } from './second-step';
import { Sessions } from './sessions';
import { useSignInState, type SignInApi } from './use-sign-in';

/** How the agent signs in, and where they have. */
export function SignInDialog({ api, onClose }: OverlayProps & { api: SignInApi }) {
  const { state, problem, reload } = useSignInState(api);
  return (
    <Modal label={texts.title} onClose={onClose}>
      <Head>
        <h2>{texts.title}</h2>
        <Button variant="quiet" onClick={onClose}>
          {texts.close}
        </Button>
      </Head>
      <Body tabIndex={0} role="group" aria-label={texts.title}>
        {problem !== null ? (
          <ErrorState text={problem} onRetry={reload} />
        ) : state === null ? (
          <div role="status">
            <Spinner aria-hidden />
            <VisuallyHidden>{texts.loading}</VisuallyHidden>
          </div>
        ) : (
          <>
            {state.passkeys && (
              <Passkeys
                api={api}
                passkeys={state.passkeys}
                wantsCode={Boolean(state.second_step?.on_since)}
                onChanged={reload}
              />
            )}
            {state.second_step && <SecondStep api={api} secondStep={state.second_step} onChanged={reload} />}
            <Sessions api={api} sessions={state.sessions} onChanged={reload} />
          </>
        )}
      </Body>
    </Modal>
  );
}
