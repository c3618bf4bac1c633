import { jest } from '@jest/globals';
import { memo, Profiler, type ComponentType, type ReactNode } from 'react';
import type * as Header from '../features/header/conversation-header';
import type * as Reply from '../features/reply/composer';
import type * as Thread from '../features/thread/conversation-thread';

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
jest.mock('../features/header/conversation-header', () => {
  const { ConversationHeader } = jest.requireActual<typeof Header>('../features/header/conversation-header');
  return { ConversationHeader: memo(counted('header', ConversationHeader.type)) };
});
jest.mock('../features/thread/conversation-thread', () => {
  const { ConversationThread } = jest.requireActual<typeof Thread>('../features/thread/conversation-thread');
  return { ConversationThread: profiled('thread', ConversationThread) };
});
jest.mock('../features/reply/composer', () => {
  const { Composer } = jest.requireActual<typeof Reply>('../features/reply/composer');
  return { Composer: profiled('composer', Composer) };
});
