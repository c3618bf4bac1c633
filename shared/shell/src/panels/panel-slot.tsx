import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { MountHandle } from '@inbox/panel/contract';
import type { CatalogPanel } from './catalog';
import { usePanelEnvironment } from './context';
import { describeFailure, detailOf, type PanelFailure } from './failure';
import { panelMessages, failureText } from './messages';
import type { LoadedPanel } from './panel-store';
import { PanelPlace, SkeletonOver, Slot, SlotSkeleton, ErrorPlace } from './parts';
import { PanelSkeleton } from './skeleton';
import type { PanelDescription } from '@inbox/panel/description';
import { ErrorState } from '@inbox/ui';

type PanelProps = Record<string, unknown>;

interface PanelSlotProps {
  panel: CatalogPanel;
  /** Handed to the panel; a change reaches it by `update`, it is never mounted anew. */
  props?: PanelProps;
}

const NO_PROPS: PanelProps = {};

/** One panel: its skeleton, the panel itself, or its error state with a Retry that starts from nothing. */
export function PanelSlot({ panel, props = NO_PROPS }: PanelSlotProps) {
  const { name, description } = panel;
  const { panels } = usePanelEnvironment();
  const state = useSyncExternalStore(panels.subscribe, () => panels.state(name));

  if (state.status === 'failed') {
    return <PanelErrorState description={description} failure={state.failure} onRetry={() => panels.retry(name)} />;
  }
  if (state.status === 'loading') {
    return (
      <SlotSkeleton role="status" aria-label={panelMessages.loading(description.title)}>
        <PanelSkeleton {...description.skeleton} />
      </SlotSkeleton>
    );
  }
  // Another build begins anew, with nothing of the one that crashed.
  return <MountedPanel key={state.attempt} panel={panel} module={state.module} props={props} />;
}

type Progress = { status: 'starting' } | { status: 'shown' } | { status: 'crashed'; failure: PanelFailure };

interface MountedPanelProps {
  panel: CatalogPanel;
  module: LoadedPanel;
  props: PanelProps;
}

function MountedPanel({ panel: { name, description }, module, props }: MountedPanelProps) {
  const { slot, title } = description;
  const { panels, onPanelComplete, ports, theme, locale, nonce, createStyles, onUnmount } = usePanelEnvironment();
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<MountHandle<PanelProps> | null>(null);
  const latest = useRef({ props, theme });
  const [progress, setProgress] = useState<Progress>({ status: 'starting' });
  const [mountCount, setMountCount] = useState(0);
  const instanceId = useId();

  useEffect(() => {
    latest.current = { props, theme };
    handle.current?.update({ ...props, theme });
  }, [props, theme]);

  const fail = useCallback(
    (failure: PanelFailure) => {
      const detail = describeFailure(failure);
      ports.report({ level: 'error', panel: module.name, version: module.version, message: 'Panel failed', detail });
      setProgress({ status: 'crashed', failure });
      void panels.crashed(module.name, module.version);
    },
    [module, panels, ports],
  );

  useEffect(() => {
    // A fresh element each time: a React root that is still going away cannot be given a second life.
    const element = document.createElement('div');
    place.current?.append(element);
    let gone = false;
    let mounted: MountHandle<PanelProps> | null = null;
    const crash = (reason: unknown) => fail({ kind: 'crashed', detail: detailOf(reason) });
    // What comes after all takes the place of the error.
    const milliseconds = panels.readyWithinMs;
    const limit = setTimeout(fail, milliseconds, { kind: 'time-limit', milliseconds });
    const { version, consumes, produces } = module;
    const own = ports.of({ name, version, slot, consumes, produces });
    try {
      mounted = module.mount(element, {
        ...{ ...latest.current, title, instanceId, ports: own, locale, nonce, createStyles },
      });
      handle.current = mounted;
      mounted.ready
        .finally(() => clearTimeout(limit))
        .then(
          () => gone || setProgress({ status: 'shown' }),
          (reason: unknown) => gone || crash(reason),
        );
    } catch (reason) {
      clearTimeout(limit);
      crash(reason);
    }
    return () => {
      gone = true;
      clearTimeout(limit);
      handle.current = null;
      const leave = () => {
        // What the panel has left behind on the bus ends with it.
        own.bus?.leave();
        element.remove();
      };
      if (!mounted) return leave();
      const left = mounted.unmount().finally(leave);
      onUnmount?.(left);
    };
  }, [name, slot, title, module, instanceId, ports, locale, nonce, createStyles, onUnmount, panels, fail, mountCount]);

  useEffect(() => {
    if (progress.status !== 'starting') onPanelComplete(name);
  }, [progress.status, onPanelComplete, name]);

  async function tryAgain() {
    setProgress({ status: 'starting' });
    // What was published or rolled back meanwhile is loaded; what is here is mounted once more.
    if (!(await panels.replace(name, module.version))) setMountCount((count) => count + 1);
  }

  return (
    <Slot>
      <PanelPlace ref={place} hidden={progress.status === 'crashed'} />
      {progress.status === 'starting' && (
        <SkeletonOver role="status" aria-label={panelMessages.loading(description.title)}>
          <PanelSkeleton {...description.skeleton} />
        </SkeletonOver>
      )}
      {progress.status === 'crashed' && (
        <PanelErrorState description={description} failure={progress.failure} onRetry={() => void tryAgain()} />
      )}
    </Slot>
  );
}

interface PanelErrorStateProps {
  description: Pick<PanelDescription, 'title' | 'failed'>;
  failure: PanelFailure;
  onRetry: () => void;
}

/** Stands where the panel would; the rest of the page works on. */
function PanelErrorState({ description: { title, failed }, failure, onRetry }: PanelErrorStateProps) {
  return (
    <ErrorPlace aria-label={title} data-failure={failure.kind}>
      <ErrorState text={`${failed} ${failureText(failure)}`} onRetry={onRetry} />
    </ErrorPlace>
  );
}
