import { setting } from './setting'

/*
 * UTC or local time for all pages, stored in this browser. The server renders UTC; local times are swapped in place, in boxes
 * wide enough for both. features.md a30.
 */

export type Zone = 'utc' | 'local'

const saved = setting('leafscan.zone')

/** Format of formatUtc(), lib/format/block-time.ts. */
const UTC_TEXT = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/

const originals = new WeakMap<Text, { utc: string; local: string }>()

export function savedZone(): Zone {
  return saved.read() === 'local' ? 'local' : 'utc'
}

export function saveZone(zone: string): void {
  saved.write(zone)
}

/** `UTC`, `Europe/Berlin`; the current offset where the browser names no zone. */
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

/** With the offset at that time: `2026-11-20 11:05:41 +01:00`. */
export function localText(moment: Date): string {
  const offset = -moment.getTimezoneOffset()
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const shifted = new Date(moment.getTime() + offset * 60_000).toISOString()
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)} ${offset < 0 ? '-' : '+'}${two(h)}:${two(m)}`
}

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
    if (known && node.data === known.local) node.data = known.utc
    return
  }
  if (!UTC_TEXT.test(node.data)) return
  const local = node.data.replace(UTC_TEXT, localText(new Date(iso)))
  originals.set(node, { utc: node.data, local })
  node.data = local
}
