/**
 * Reading the slot from the store takes longer than the rest of the answer. Never below a slot already answered: rows may be
 * ahead of what the ingesting thread has reported.
 */
export class KnownSlot {
  private answered = 0

  /** @param stored null: read it from the store */
  constructor(private readonly stored: () => number | null) {}

  now(): number | null {
    const slot = this.stored()
    return slot !== null && slot >= this.answered ? slot : null
  }

  read(slot: number): void {
    this.answered = Math.max(slot, this.answered)
  }
}
