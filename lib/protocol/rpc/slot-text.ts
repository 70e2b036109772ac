export const SLOT_RULE = 'must be a slot number, at most 2^53-1'

export function readSlot(text: string): number | null {
  const slot = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(slot) ? slot : null
}
