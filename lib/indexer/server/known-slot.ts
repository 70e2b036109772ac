/**
 * The slot reached, as the process that writes knows it: to ask the store for it takes longer than all the rest of the answer. An
 * answer that was read from the store may be ahead of what its thread has reported by then: so it is never below a slot that was
 * answered already.
 */
export class KnownSlot {
  private answered = 0

  /** @param stored the slot that this process has stored last; null where the store has to be asked. */
  constructor(private readonly stored: () => number | null) {}

  /** Null where the store has to be asked. */
  now(): number | null {
    const slot = this.stored()
    return slot !== null && slot >= this.answered ? slot : null
  }

  /** A slot was answered that was read from the store. */
  read(slot: number): void {
    this.answered = Math.max(slot, this.answered)
  }
}
