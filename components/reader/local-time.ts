/*
 * UTC or local time, one choice for all pages, kept in this browser. The server writes UTC; where local time was chosen
 * the texts are exchanged in place, in a box that has room for both, so that nothing moves. features.md a30.
 */

/** Times are shown in UTC or in the reader's own zone. */
export type Zone = 'utc' | 'local'

const KEY = 'leafscan.zone'

/** As formatUtc() of lib/format/block-time.ts writes it. */
const UTC_TEXT = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/

const originals = new WeakMap<Text, { utc: string; local: string }>()

/** What was chosen; UTC where the browser keeps nothing. */
export function savedZone(): Zone {
  try {
    return localStorage.getItem(KEY) === 'local' ? 'local' : 'utc'
  } catch {
    return 'utc'
  }
}

/** Remembers the zone in this browser. */
export function saveZone(zone: Zone): void {
  try {
    localStorage.setItem(KEY, zone)
  } catch {
    // It holds for this page.
  }
}

/** What the zone is called: `UTC`, `Europe/Berlin`; by its offset of now where the browser names none. */
export function zoneName(zone: Zone): string {
  if (zone === 'utc') return 'UTC'
  let name: string | undefined
  try {
    name = Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    // A browser may not know its own locale or zone.
  }
  return name && name !== 'Etc/Unknown' ? name : `local time, UTC${localText(new Date()).slice(-6)}`
}

/** A moment in the browser's zone, with the offset that held then: `2026-11-20 11:05:41 +01:00`. */
export function localText(moment: Date): string {
  const offset = -moment.getTimezoneOffset()
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const shifted = new Date(moment.getTime() + offset * 60_000).toISOString()
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)} ${offset < 0 ? '-' : '+'}${two(h)}:${two(m)}`
}

/** Writes every absolute time of the page in the zone. Does nothing to times that are written so. */
export function writeTimes(zone: Zone): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('main time[datetime]')) {
    const walker = document.createTreeWalker(time, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) writeTime(node, time.dateTime, zone)
    }
  }
}

function writeTime(node: Text, iso: string, zone: Zone): void {
  const known = originals.get(node)
  if (zone === 'utc') {
    // Only what is still our own text: the page may have written another time since.
    if (known && node.data === known.local) node.data = known.utc
    return
  }
  if (!UTC_TEXT.test(node.data)) return
  const local = node.data.replace(UTC_TEXT, localText(new Date(iso)))
  originals.set(node, { utc: node.data, local })
  node.data = local
}
