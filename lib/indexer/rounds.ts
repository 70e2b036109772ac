/**
 * Lets one begin in each round of the event loop, in the order they came. Node takes in one new connection in a round: when
 * every answer that is asked for is made in the same one, new connections wait for seconds.
 */
export class Rounds {
  private readonly line: (() => void)[] = []

  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.line.push(resolve) === 1) setImmediate(() => this.begin())
    })
  }

  private begin(): void {
    this.line.shift()?.()
    // What was begun goes on before this is called.
    if (this.line.length > 0) setImmediate(() => this.begin())
  }
}
