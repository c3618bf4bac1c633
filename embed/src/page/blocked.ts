/** Milliseconds within which a browser tells of what a policy stopped, after the call or the script has failed. */
const TOLD_WITHIN_MS = 300;

/** What the page's Content-Security-Policy stopped of the inbox. */
export interface Blocked {
  /** In words, since the last call; null when nothing was. For after a failure: the browser may tell a moment later. */
  take(): Promise<string | null>;
  stop(): void;
}

/** Watches for what the page's policy stops of these origins. */
export function watchBlocked(isOurs: (address: string) => boolean): Blocked {
  let last: string | null = null;
  let onTold = () => {};
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    const isScriptType = blockedURI === 'trusted-types-policy' || blockedURI === 'trusted-types-sink';
    if (!isScriptType && !isOurs(blockedURI)) return;
    last = `${effectiveDirective} blocked ${blockedURI}`;
    onTold();
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    async take() {
      if (last === null) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, TOLD_WITHIN_MS);
          onTold = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const blocked = last;
      last = null;
      return blocked;
    },
    stop: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}
