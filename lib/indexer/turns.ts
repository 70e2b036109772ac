/** Lets so many things happen at once; whoever comes later waits in line. */
export class Turns {
  private readonly line = new Set<() => void>()

  constructor(private free: number) {}

  /**
   * Does the work when its turn has come.
   * @param signal leaves the line when it aborts: the work is then begun at once, for it to see that it is not wanted.
   */
  async take<T>(work: () => Promise<T>, signal: AbortSignal | null = null): Promise<T> {
    if (signal?.aborted) return work()
    if (this.free > 0) this.free--
    else if (!(await this.turn(signal))) return work()
    try {
      return await work()
    } finally {
      const [next] = this.line
      if (next) {
        this.line.delete(next)
        next()
      } else this.free++
    }
  }

  /** True when its turn has come; false when the signal has aborted before that. */
  private turn(signal: AbortSignal | null): Promise<boolean> {
    return new Promise((resolve) => {
      const come = () => {
        signal?.removeEventListener('abort', leave)
        resolve(true)
      }
      const leave = () => {
        this.line.delete(come)
        resolve(false)
      }
      this.line.add(come)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
}
