/**
 * The parts of an identifier that a narrow column shows: eight characters each side, enough to distinguish look-alikes
 * (facts/reliability.md S12). The whole text stays in the document; see components/ui/identifier.tsx.
 */
export function shorten(text: string, side = 8): { head: string; middle: string; tail: string } {
  if (text.length <= side * 2 + 1) return { head: text, middle: '', tail: '' }
  return { head: text.slice(0, side), middle: text.slice(side, -side), tail: text.slice(-side) }
}
