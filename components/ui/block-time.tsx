'use client'

import { formatAge, formatUtc } from '@/lib/format/block-time'
import { useClock } from './time'

/** 0: the chain reported no time. Interface 2.8. `brief`: the age alone, once scripts run. */
export function BlockTime({ seconds, brief = false }: { seconds: number; brief?: boolean }) {
  const age = useClock((now) => (seconds > 0 ? formatAge(seconds, now) : null))
  const absolute = formatUtc(seconds)
  if (absolute === null) return <span className="text-muted">time not known</span>
  const iso = new Date(seconds * 1000).toISOString()
  if (brief) {
    return (
      <time dateTime={iso} title={iso} className="number">
        {age ?? absolute}
      </time>
    )
  }
  return (
    <time dateTime={iso} title={iso} className="number">
      {age && (
        <>
          <span className={/^just now$| (s|min) ago$/.test(age) ? 'age' : undefined}>{age}</span>{' '}
        </>
      )}
      <span className={age ? 'moment text-muted' : 'moment'}>{absolute}</span>
    </time>
  )
}
