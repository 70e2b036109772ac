/** What a slot in an address must be. */
export const SLOT_RULE = 'must be a slot number, at most 2^53-1'

/** The slot that a text names in digits; null for any other text. */
export function readSlot(text: string): number | null {
  const slot = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(slot) ? slot : null
}
