/** Milliseconds between two files of a panel after which the later one belongs to something else than its loading. */
const GAP_MS = 500;

/** Milliseconds from the first request for a panel's files until the last one that it was loaded with; null when unknown. */
export function loadTimeOf(
  panel: string,
  resources: readonly Pick<PerformanceResourceTiming, 'name' | 'startTime' | 'responseEnd'>[],
): number | null {
  const files = resources
    .filter(({ name }) => name.includes(`/panels/${panel}/`))
    .toSorted((a, b) => a.startTime - b.startTime);
  const [first] = files;
  if (!first) return null;
  let end = first.responseEnd;
  for (const file of files) {
    if (file.startTime > end + GAP_MS) break;
    end = Math.max(end, file.responseEnd);
  }
  return end - first.startTime;
}
