/** How often we look whether the parent is still there: milliseconds. */
const LOOK = 500;

/**
 * Ends this process by SIGTERM when the npm that started it is gone. An npm that is told to end does not always pass
 * that on, and a server without a terminal would keep its port for ever. Without npm in between nothing is watched.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK);
  timer.unref();
}
