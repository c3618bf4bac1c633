/** How loud a microphone is, from 0 to 1. */
export function soundMeter(stream: MediaStream): { level(): number; close(): void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level() {
      analyser.getByteTimeDomainData(samples);
      return Math.min(1, samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample - 128)), 0) / 100);
    },
    close: () => void context.close().catch(() => undefined),
  };
}
