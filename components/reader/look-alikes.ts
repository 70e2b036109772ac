/* People compare only the ends of identifiers, which attackers can imitate. facts/reliability.md S12. */

const COMPARED = 4

/** Shorter texts are read in full. */
const SHORTEST = 32

export function lookAlikes(texts: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const text of new Set(texts)) {
    if (text.length < SHORTEST) continue
    const ends = text.slice(0, COMPARED) + text.slice(-COMPARED)
    const group = groups.get(ends)
    if (group) group.push(text)
    else groups.set(ends, [text])
  }
  const alike = new Map<string, string[]>()
  for (const group of groups.values()) {
    if (group.length < 2) continue
    for (const text of group)
      alike.set(
        text,
        group.filter((other) => other !== text),
      )
  }
  return alike
}

/** Ranges [from, to) of characters that differ; for texts of different length, everything between the compared ends. */
export function differingRanges(text: string, other: string): [from: number, to: number][] {
  if (text.length !== other.length) return [[COMPARED, text.length - COMPARED]]
  const ranges: [number, number][] = []
  for (let i = 0; i < text.length; i++) {
    if (text[i] === other[i]) continue
    const last = ranges.at(-1)
    if (last?.[1] === i) last[1] = i + 1
    else ranges.push([i, i + 1])
  }
  return ranges
}
