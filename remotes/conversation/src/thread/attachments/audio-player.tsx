import { IconButton, styled } from '@inbox/ui';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages';
import { formatDuration } from '../../ui/format-duration';

const SPEEDS = [1, 1.5, 2] as const;
/** Seconds that an arrow key moves. */
const STEP = 5;

const Player = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  inline-size: 280px;
  max-inline-size: 100%;

  & > input {
    flex: 1;
    min-inline-size: 40px;
    accent-color: currentColor;
  }
  & > small {
    font-size: 12px;
    line-height: 16px;
    white-space: nowrap;
  }
  & button {
    color: inherit;
  }
`;

const Speed = styled.button`
  min-inline-size: 40px;
  min-block-size: 28px;
  padding: 0 4px;
  border: 1px solid currentColor;
  border-radius: 999px;
  background: none;
  font-size: 12px;
  line-height: 16px;
  cursor: pointer;
`;

interface AudioPlayerProps {
  src: string;
  /** What it is, for those who do not see it. */
  label: string;
  /** The browser cannot play it. */
  onError(): void;
}

/** Sound: play, place and speed, each by keyboard too. It plays at once, as it was fetched by pressing Play. */
export function AudioPlayer({ src, label, onError }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [speed, setSpeed] = useState<number>(SPEEDS[0]);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  }, [speed]);

  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    // A refusal (the page has no focus, say) leaves it paused, which is what then shows.
    if (element.paused) void element.play().catch(() => undefined);
    else element.pause();
  };
  const seek = (to: number) => {
    if (audio.current) audio.current.currentTime = to;
    setAt(to);
  };
  const faster = () => setSpeed(SPEEDS[(SPEEDS.findIndex((one) => one === speed) + 1) % SPEEDS.length] ?? SPEEDS[0]);
  // Voice notes recorded in a browser tell no length until they are at their end.
  const end = Number.isFinite(length) && length > 0 ? length : Math.max(at, 1);
  const time = messages.player.time(formatDuration(at), formatDuration(end));

  return (
    <Player role="group" aria-label={label}>
      <audio
        ref={audio}
        src={src}
        autoPlay
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => setLength(event.currentTarget.duration)}
        onError={onError}
      />
      <IconButton size="small" label={playing ? messages.player.pause : messages.player.play} onClick={toggle}>
        {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </IconButton>
      <input
        type="range"
        min={0}
        max={end}
        step={Math.min(STEP, end / 10)}
        value={at}
        aria-label={messages.player.position}
        aria-valuetext={time}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <small aria-hidden>{`${formatDuration(at)} / ${formatDuration(end)}`}</small>
      <Speed type="button" aria-label={messages.player.speed(speed)} onClick={faster}>
        {`${speed}×`}
      </Speed>
    </Player>
  );
}
