import { groupDigits } from '@/lib/format/integers'
import type { ProbeSample } from '@/lib/rpc/status'

const WIDTH = 720
const HEIGHT = 160
const FOOT = 10

/**
 * The indexer's slot over the samples kept. A look without an answer is a gap with a red mark at the foot, never a line
 * drawn through it.
 */
export function SlotPlot({ samples }: { samples: readonly ProbeSample[] }) {
  const times = samples.map((sample) => Date.parse(sample.at))
  const slots = samples.flatMap((sample) => (sample.slot === null ? [] : [sample.slot]))
  const [from = 0, to = 0] = [times[0], times.at(-1)]
  if (slots.length < 2 || to <= from) {
    return <p className="panel p-4 text-sm text-muted">A line appears here once the indexer was seen twice.</p>
  }
  const low = Math.min(...slots)
  const high = Math.max(...slots)
  const x = (time: number) => ((time - from) / (to - from)) * WIDTH
  const y = (slot: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - FOOT - ((slot - low) / (high - low)) * (HEIGHT - FOOT - 8)
  const path = samples
    .map((sample, i) => {
      if (sample.slot === null) return ''
      const joined = i > 0 && samples[i - 1]?.slot !== null
      return `${joined ? 'L' : 'M'}${x(times[i] ?? from).toFixed(1)} ${y(sample.slot).toFixed(1)}`
    })
    .join('')
  const missed = samples.filter((sample) => sample.slot === null).length
  const minutes = Math.round((to - from) / 60_000)
  return (
    <figure className="panel p-4">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full overflow-visible"
        role="img"
        aria-label={`Slot from ${groupDigits(low)} to ${groupDigits(high)} over ${minutes} minutes, ${missed} looks without an answer`}
      >
        <path d={path} fill="none" className="stroke-leaf" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        {samples.map((sample, i) =>
          sample.slot === null ? (
            <line
              key={sample.at}
              x1={x(times[i] ?? from)}
              x2={x(times[i] ?? from)}
              y1={HEIGHT - FOOT + 2}
              y2={HEIGHT}
              className="stroke-fail"
              strokeWidth="3"
              vectorEffect="non-scaling-stroke"
            />
          ) : null,
        )}
      </svg>
      <figcaption className="number flex flex-wrap justify-between gap-x-4 pt-2 text-xs text-muted">
        <span>slot {groupDigits(low)}</span>
        <span>
          {missed > 0 ? `${missed} of ${samples.length} looks without an answer (red)` : `${samples.length} looks`}
        </span>
        <span>slot {groupDigits(high)}</span>
      </figcaption>
    </figure>
  )
}
