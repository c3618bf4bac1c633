import { jest } from '@jest/globals';
import { memo, Profiler, type ComponentType, type ReactNode } from 'react';
import type * as Header from '../header/conversation-header';
import type * as Reply from '../composer/composer';
import type * as Thread from '../thread/conversation-thread';

type Name = 'header' | 'thread' | 'composer';

const counts = new Map<string, number>();
const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);

/** How often the header itself was rendered, and the thread and the composer with all that is in them. */
export const renders = (name: Name): number => counts.get(name) ?? 0;

export const forgetRenders = (): void => counts.clear();

/** Counts each commit in which the component or something inside it was rendered. */
function profiled<P extends object>(name: Name, Component: ComponentType<P>): ComponentType<P> {
  return (props) => (
    <Profiler id={name} onRender={count}>
      <Component {...props} />
    </Profiler>
  );
}

/** Counts each render of the component itself: what shows the seconds inside it may be rendered each second. */
function counted<P extends object>(name: Name, render: (props: P) => ReactNode): ComponentType<P> {
  return function Counted(props) {
    count(name);
    return render(props);
  };
}

/** To be imported before anything that imports the panel. */
jest.mock('../header/conversation-header', () => {
  const { ConversationHeader } = jest.requireActual<typeof Header>('../header/conversation-header');
  return { ConversationHeader: memo(counted('header', ConversationHeader.type)) };
});
jest.mock('../thread/conversation-thread', () => {
  const { ConversationThread } = jest.requireActual<typeof Thread>('../thread/conversation-thread');
  return { ConversationThread: profiled('thread', ConversationThread) };
});
jest.mock('../composer/composer', () => {
  const { Composer } = jest.requireActual<typeof Reply>('../composer/composer');
  return { Composer: profiled('composer', Composer) };
});
