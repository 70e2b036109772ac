'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { formatAge, formatSpan } from '@/lib/format/block-time'
import { type KnownTimes, slotTime } from '@/lib/format/slot-time'
import { Digits } from './digits'
import { useClock, When } from './time'

const Known = createContext<KnownTimes>({ blocks: [], pace: null })

/** Block times from which the ages of slots below it are estimated. */
export function SlotTimes({ known, children }: { known: KnownTimes; children: ReactNode }) {
  return <Known value={known}>{children}</Known>
}

/** A margin up to this, in seconds, or to this part of the age, still says when. */
const MAX_MARGIN = 60
const MAX_PART = 0.75

/** Part of the age up to which a margin is not worth a word. */
const SMALL_PART = 0.05

/** `~47 min ago`; the margin in its title, and for screen readers. */
export function SlotAge({ slot, unknown = null }: { slot: number; unknown?: ReactNode }) {
  const time = slotTime(useContext(Known), slot)
  const age = useClock((now) => {
    if (!time) return null
    const since = now / 1_000 - time.seconds
    const isTelling = time.margin <= Math.max(MAX_MARGIN, since * MAX_PART) && since >= -MAX_MARGIN
    const about = time.margin > Math.max(0, since) * SMALL_PART ? '~' : ''
    return isTelling ? about + (formatAge(time.seconds, now) ?? 'just now') : null
  })
  // Nothing is of the future or of before 1970: its date is one.
  if (!time || age === null || time.seconds <= 0) return unknown
  const margin = time.margin === 0 ? '' : `, give or take ${formatSpan(time.margin)}`
  const isAbout = age.startsWith('~')
  return (
    <When seconds={time.seconds} age={age} note={margin} className={isAbout ? 'number about' : undefined}>
      <span>{isAbout ? age.slice(1) : age}</span>
      {isAbout && <span className="sr-only">{margin}</span>}
    </When>
  )
}

/** The age first: it is what people ask for. */
export function SlotWhen({ slot }: { slot: number }) {
  return (
    <span className="slot-when">
      <SlotAge slot={slot} unknown={<span className="text-muted">time not known</span>} /> <Digits value={slot} />
    </span>
  )
}
