/**
 * Lets one begin in each round of the event loop, in the order they came: at once where none has begun in this one. Node takes
 * in one new connection in a round: when every answer that is asked for is made in the same one, new connections wait for
 * seconds.
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
