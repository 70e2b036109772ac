/**
 * Starts one answer in each round of the event loop, in the order of the requests. The first starts at once; the others wait
 * for rounds of their own. Node accepts one new connection a round: if all answers were made in the same round, new connections
 * would wait for seconds.
 */
export class Rounds {
  private readonly line: (() => void)[] = []
  private isFree = true

  next(): Promise<void> {
    if (!this.isFree) return new Promise((resolve) => this.line.push(resolve))
    this.isFree = false
    setImmediate(() => this.endRound())
    return Promise.resolve()
  }

  /** Who waits begins in the round after this one. */
  private endRound(): void {
    this.isFree = this.line.length === 0
    if (!this.isFree) setImmediate(() => this.begin())
  }

  private begin(): void {
    this.line.shift()?.()
    // What was begun goes on before this is called.
    setImmediate(() => (this.line.length > 0 ? this.begin() : this.endRound()))
  }
}
