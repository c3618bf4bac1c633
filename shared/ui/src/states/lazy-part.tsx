import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Button } from '../controls/buttons';
import { messages } from '../messages';
import { styled } from '../theme/styled';
import { color } from '../theme/tokens';

const Failed = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  padding: 4px 8px;
  border-radius: 8px;
  background: ${color.surface};
  color: ${color.text2};
  font-size: 12px;
  line-height: 16px;
`;

/** The code of a part could not be fetched, as opposed to what goes wrong in it. */
class PartLoadError extends Error {
  override readonly name = 'PartLoadError';
}

/** A component whose code is fetched when it is first drawn, or ahead. */
export type LazyPart<P extends object> = ComponentType<P> & { preload(): void };

/**
 * Has a component's code fetched when it is first drawn. One whose code cannot be had says so in its own place, with a
 * Retry that fetches it again; it is fetched again as well whenever it is drawn anew. React's `lazy` remembers a failure
 * for as long as the page lives, and ends all that is around it.
 *
 * @param fallback stands in while the code is on its way
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback: ReactNode = null,
): LazyPart<P> {
  let hasFailed = false;
  let ready: ComponentType<P> | null = null;
  const fetchAhead = () =>
    load().then((module) => {
      ready = module.default;
      return module;
    });
  const fetchPart = () =>
    fetchAhead().catch((reason: unknown) => {
      hasFailed = true;
      throw new PartLoadError(reason instanceof Error ? reason.message : String(reason), { cause: reason });
    });
  let Shown = lazy(fetchPart);
  const forgetFailure = () => {
    if (hasFailed) Shown = lazy(fetchPart);
    hasFailed = false;
  };

  class Part extends Component<P, { error: Error | null }> {
    override state: { error: Error | null } = { error: null };
    /**
     * What was fetched before this was first drawn; later it would be drawn anew, without its state. React shows what is
     * lazy up to 300 ms after it could, and what is around it moves then.
     */
    private readonly ready = ready;

    constructor(props: P) {
      super(props);
      forgetFailure();
    }

    static getDerivedStateFromError(error: unknown) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }

    static preload() {
      void fetchAhead().catch(() => undefined);
    }

    override componentDidCatch(error: unknown) {
      if (error instanceof PartLoadError) console.error('A part of the page could not be loaded', error);
    }

    readonly retry = () => {
      forgetFailure();
      this.setState({ error: null });
    };

    override render() {
      const { error } = this.state;
      // What the part itself throws is for the boundary around it.
      if (error !== null && !(error instanceof PartLoadError)) throw error;
      if (error !== null) {
        return (
          <Failed role="alert">
            {messages.partFailed}
            <Button size="small" onClick={this.retry}>
              {messages.retry}
            </Button>
          </Failed>
        );
      }
      if (this.ready) return <this.ready {...this.props} />;
      return (
        <Suspense fallback={fallback}>
          <Shown {...this.props} />
        </Suspense>
      );
    }
  }
  return Part;
}
