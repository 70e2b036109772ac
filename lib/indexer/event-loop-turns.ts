/** Starts one answer per turn of the event loop: Node accepts one connection a turn, and new ones would wait. */
export class EventLoopTurns {
  private readonly line: (() => void)[] = []
  private isFree = true

  next(): Promise<void> {
    if (!this.isFree) return new Promise((resolve) => this.line.push(resolve))
    this.isFree = false
    setImmediate(() => this.endRound())
    return Promise.resolve()
  }

  private endRound(): void {
    this.isFree = this.line.length === 0
    if (!this.isFree) setImmediate(() => this.begin())
  }

  private begin(): void {
    this.line.shift()?.()
    setImmediate(() => (this.line.length > 0 ? this.begin() : this.endRound()))
  }
}
