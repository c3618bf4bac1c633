import { Component, Fragment, type ReactNode } from 'react';

/** Faults after which the panel's own boundary takes over, since the editor cannot show its text. */
const MOST_FAULTS = 5;

interface Props {
  onRecovered(): void;
  children: ReactNode;
}

interface State {
  faults: number;
  error: Error | null;
}

/** Mounts what broke again, so that a fault of the editor does not take the panel, and what an agent wrote, with it. */
export class Recovery extends Component<Props, State> {
  override state: State = { faults: 0, error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch() {
    if (this.state.faults < MOST_FAULTS) this.setState(({ faults }) => ({ faults: faults + 1, error: null }));
  }

  override componentDidUpdate(_: Props, before: State) {
    if (before.faults !== this.state.faults) this.props.onRecovered();
  }

  override render() {
    const { faults, error } = this.state;
    if (error !== null && faults >= MOST_FAULTS) throw error;
    return error === null && <Fragment key={faults}>{this.props.children}</Fragment>;
  }
}
