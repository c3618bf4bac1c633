/**
 * How often something was tried under a name within a window of time. Names that are not heard of any more are
 * forgotten; when too many are remembered the oldest go first.
 */
export class Attempts {
  private readonly windows = new Map<string, { count: number; until: number }>();

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
    private readonly now: () => Date,
    private readonly mostNames = 10_000,
  ) {}

  /** Counts one more, and says whether it is still allowed. */
  allow(name: string): boolean {
    const now = this.now().getTime();
    const known = this.windows.get(name);
    const window = known !== undefined && known.until > now ? known : { count: 0, until: now + this.windowMs };
    window.count += 1;
    this.windows.delete(name);
    this.windows.set(name, window);
    if (this.windows.size > this.mostNames) this.forgetOldest();
    return window.count <= this.most;
  }

  forget(name: string): void {
    this.windows.delete(name);
  }

  private forgetOldest(): void {
    const [oldest] = this.windows.keys();
    if (oldest !== undefined) this.windows.delete(oldest);
  }
}
