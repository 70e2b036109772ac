export class Turns {
  private readonly line: (() => void)[] = []

  constructor(private free: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.line.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.line.shift()
      if (next) next()
      else this.free++
    }
  }
}
