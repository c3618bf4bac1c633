import { ErrorState } from '@inbox/ui';
import { Component, Fragment, type ErrorInfo, type ReactNode } from 'react';
import { messages } from '../messages';

interface Props {
  /** The panel's title. */
  title: string;
  onError(error: unknown, componentStack: string | undefined): void;
  children: ReactNode;
}

/** Keeps a fault of the view inside its panel. Retry mounts the view anew, with nothing of what broke it. */
export class ErrorBoundary extends Component<Props, { broken: boolean; attempt: number }> {
  override state = { broken: false, attempt: 0 };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.props.onError(error, componentStack ?? undefined);
  }

  readonly retry = () => this.setState(({ attempt }) => ({ broken: false, attempt: attempt + 1 }));

  override render() {
    if (this.state.broken) return <ErrorState text={messages.broken(this.props.title)} onRetry={this.retry} />;
    return <Fragment key={this.state.attempt}>{this.props.children}</Fragment>;
  }
}
