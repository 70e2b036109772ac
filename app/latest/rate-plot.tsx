import { formatDuration } from '@/lib/format/duration'
import type { FeedRow } from '../../lib/listing/live-feed'
import { rateOf } from './signature-rate'

const WIDTH = 600
const HEIGHT = 40

/** Fewer bars are right-aligned: the right edge is the present. */
const MIN_BARS = 12

/** Constant height, so that rows below never move. */
export function RatePlot({ rows, until }: { rows: readonly FeedRow[]; until: number | null }) {
  const rate = rateOf(rows, until)
  if (!rate) {
    return (
      <p className="panel flex h-14 items-center px-3 text-sm text-muted sm:h-20 sm:px-4">
        Transactions per minute appear here after a few complete intervals.
      </p>
    )
  }
  const { width, bars } = rate
  const most = Math.max(1, ...bars)
  const perMinute = (signatures: number) => Math.round((signatures * 60) / width)
  const mean = bars.reduce((total, signatures) => total + signatures, 0) / bars.length
  const each = WIDTH / Math.max(MIN_BARS, bars.length)
  const start = WIDTH - bars.length * each
  const words = `${perMinute(bars.at(-1) ?? 0)} transactions a minute now, ${perMinute(mean)} on average over the past ${formatDuration(bars.length * width)}`
  return (
    <figure className="panel flex h-14 flex-col justify-between overflow-hidden px-3 py-1.5 sm:h-20 sm:px-4 sm:py-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-6 w-full shrink-0 border-b border-line fill-leaf sm:h-10"
        role="img"
        aria-label={words}
      >
        {bars.map((signatures, i) => {
          const height = Math.max(1, (signatures / most) * HEIGHT)
          const x = start + i * each + each * 0.1
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no state
          return <rect key={i} x={x} width={each * 0.8} y={HEIGHT - height} height={height} />
        })}
      </svg>
      <figcaption className="number truncate text-xs text-muted" title={words} aria-hidden="true">
        {words}
      </figcaption>
    </figure>
  )
}
