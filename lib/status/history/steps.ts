/*
 * Steps of any length are merged from the longest stored ones that fit, so that all ranges cost about the same. Pure; epoch
 * milliseconds.
 */

export interface HistoryStep {
  at: number
  samples: number
  answered: number
  slot: number | null
  slotAt: number | null
  lag: number | null
  headAgeMs: number | null
  /** Median; for merged steps, the median of medians. */
  latencyMs: number
  latencyMaxMs: number
}

/** Lengths in seconds, each a multiple of the one before. */
export const STORED_STEPS = [60, 600, 3_600, 21_600] as const

/** Lengths of requested steps in seconds, each a multiple of the longest stored one that fits. */
const ROUND_SECONDS = [
  ...[1, 2, 5, 10, 15, 20, 30],
  ...[60, 120, 180, 240, 300],
  ...[600, 1_200, 1_800],
  ...[3_600, 7_200, 10_800, 14_400],
  ...[21_600, 43_200],
]

const DAY_SECONDS = 86_400

/** Tolerance: a range of a day up to now has grown when it is read. */
const LENIENCE = 0.99

export function stepSecondsFor(rangeMs: number, points: number, leastSeconds: number): number {
  const wanted = Math.max(leastSeconds, (rangeMs / 1000 / points) * LENIENCE)
  return ROUND_SECONDS.find((seconds) => seconds >= wanted) ?? Math.ceil(wanted / DAY_SECONDS) * DAY_SECONDS
}

export function stepStart(ms: number, seconds: number): number {
  return Math.floor(ms / (seconds * 1000)) * seconds * 1000
}

export function mergeSteps(steps: readonly HistoryStep[], seconds: number): HistoryStep[] {
  const joined: HistoryStep[] = []
  for (let first = 0; first < steps.length; ) {
    const at = stepStart(steps[first]?.at ?? 0, seconds)
    const end = at + seconds * 1000
    let next = first + 1
    while (next < steps.length && (steps[next]?.at ?? 0) < end) next++
    joined.push(join(at, steps.slice(first, next)))
    first = next
  }
  return joined
}

function join(at: number, steps: readonly HistoryStep[]): HistoryStep {
  const last = steps.findLast(({ slot }) => slot !== null)
  return {
    at,
    samples: sum(steps.map(({ samples }) => samples)),
    answered: sum(steps.map(({ answered }) => answered)),
    slot: last?.slot ?? null,
    slotAt: last?.slotAt ?? null,
    lag: largest(steps.map(({ lag }) => lag)),
    headAgeMs: largest(steps.map(({ headAgeMs }) => headAgeMs)),
    latencyMs: median(steps.map(({ latencyMs }) => latencyMs)),
    latencyMaxMs: Math.max(...steps.map(({ latencyMaxMs }) => latencyMaxMs)),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function largest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((most, number) => (number !== null && (most === null || number > most) ? number : most), null)
}

/** Of two middle values the lower, so that the result was actually measured. */
function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
