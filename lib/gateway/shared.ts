import 'server-only'
import { LRUCache } from 'lru-cache'
import { processWide } from './process-wide'

/** What a flight brings home: a value, its weight in bytes, and until when (monotonic ms) it counts as fresh. */
export interface Landed<T> {
  value: T
  weight: number
  freshUntil: number
}

/** Bounds of what is remembered. facts/reliability.md (b). */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 5_000

/** Weight of an entry beside its content: key, object, list nodes. */
const ENTRY_BYTES = 500

/** Fresh values and questions under way. Entries stay beyond their freshness until room is needed. */
function memory() {
  return processWide('memory', () => ({
    entries: new LRUCache<string, Landed<unknown>>({ max: MAX_ENTRIES, maxSize: MAX_BYTES }),
    flights: new Map<string, Promise<unknown>>(),
  }))
}

/**
 * The value for a key: the remembered one while it is fresh, else that of the flight under way, else of a new flight.
 * A flight belongs to no reader: it has its own deadline, and its error reaches all who wait but is not remembered.
 * Equal keys hold values of one type: the key's first word is the caller's.
 */
export async function shared<T>(key: string, take: () => Promise<Landed<T>>): Promise<T> {
  const { entries, flights } = memory()
  const entry = entries.get(key) as Landed<T> | undefined
  if (entry && performance.now() < entry.freshUntil) return entry.value
  const underWay = flights.get(key) as Promise<T> | undefined
  if (underWay !== undefined) return underWay
  const flight = take()
    .then((landed) => {
      remember(key, landed)
      return landed.value
    })
    .finally(() => flights.delete(key))
  flights.set(key, flight)
  return flight
}

/** Remembers a value outside of a flight. */
export function remember<T>(key: string, landed: Landed<T>): void {
  const size = Math.ceil(landed.weight) + ENTRY_BYTES + key.length
  memory().entries.set(key, landed, { size })
}

/** A remembered value while it is fresh. */
export function recall<T>(key: string): T | null {
  const entry = memory().entries.get(key) as Landed<T> | undefined
  return entry && performance.now() < entry.freshUntil ? entry.value : null
}
