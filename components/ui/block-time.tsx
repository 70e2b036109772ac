'use client'

import { formatAge, formatUtc } from '@/lib/format/block-time'
import { useClock, When } from './time'

/** 0: the chain reported no time. Interface 2.8. `brief`: the age alone, once scripts run. */
export function BlockTime({ seconds, brief = false }: { seconds: number; brief?: boolean }) {
  const age = useClock((now) => (seconds > 0 ? formatAge(seconds, now) : null))
  const date = formatUtc(seconds)
  if (date === null) return <span className="text-muted">time not known</span>
  return (
    <When seconds={seconds} age={age}>
      {brief ? (
        <span>{age ?? date}</span>
      ) : (
        <>
          {age && <span className={/^just now$| (s|min) ago$/.test(age) ? 'age' : undefined}>{age}</span>}
          {age && ' '}
          <span className={age ? 'moment text-muted' : 'moment'}>{date}</span>
        </>
      )}
    </When>
  )
}
