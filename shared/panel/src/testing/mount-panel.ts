import { act } from 'react';
import type { MountHandle, MountOptions, PanelModule } from '../contract/contract';
import { createFakePorts, type FakePorts, type FakePortsOptions } from './fake-ports';

export interface MountPanelOptions<P> extends FakePortsOptions, Partial<Omit<MountOptions<P>, 'ports' | 'props'>> {
  props?: P;
  /** A world made before, for what must stand in it when the panel comes. */
  fake?: FakePorts;
  /** Where to mount; a new element in the document's body by default. */
  element?: Element;
}

export interface MountedPanel<P> {
  handle: MountHandle<P>;
  fake: FakePorts;
  element: Element;
  /** Waits until the panel says that its first content shows. */
  ready(): Promise<void>;
  unmount(): Promise<void>;
}

/** React's own switch for test environments, which is off while a test waits for what happens by itself. */
declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

async function waiting<T>(work: Promise<T>): Promise<T> {
  const before = globalThis.IS_REACT_ACT_ENVIRONMENT;
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    return await work;
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = before;
  }
}

const mounted = new Set<() => Promise<void>>();

/** Mounts a panel for a test, in a world of fakes. It is unmounted after the test by itself. */
export async function mountPanel<P extends object>(
  module: PanelModule<P>,
  options: MountPanelOptions<P> = {},
): Promise<MountedPanel<P>> {
  const { props, fake = createFakePorts(options), element = newPlace(), ...rest } = options;
  const handle = await act(async () =>
    module.mount(element, {
      // A panel without props of its own takes the empty object.
      props: props ?? ({} as P),
      instanceId: `${module.name}-test`,
      ports: fake.portsOf(module),
      theme: rest.theme ?? { mode: 'light' },
      locale: rest.locale ?? 'en-IN',
      ...(rest.title !== undefined && { title: rest.title }),
      ...(rest.instanceId !== undefined && { instanceId: rest.instanceId }),
      ...(rest.styleRoot && { styleRoot: rest.styleRoot }),
      ...(rest.nonce !== undefined && { nonce: rest.nonce }),
    }),
  );
  const unmount = async () => {
    mounted.delete(unmount);
    await act(() => handle.unmount());
    if (!options.element) element.remove();
  };
  mounted.add(unmount);
  return { handle, fake, element, unmount, ready: () => waiting(handle.ready) };
}

function newPlace(): Element {
  const place = document.createElement('div');
  document.body.append(place);
  return place;
}

/** Unmounts what `mountPanel` mounted. Called after each test where the test runner has a global `afterEach`. */
export async function unmountAll(): Promise<void> {
  for (const unmount of [...mounted]) await unmount();
}

declare const afterEach: ((work: () => Promise<void>) => void) | undefined;
if (typeof afterEach === 'function') afterEach(unmountAll);
