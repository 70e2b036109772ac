import type { HistoryMark } from '@/lib/account/history/contract'
import { counted, groupDigits } from '@/lib/format/numbers'

/** Drawing units: the width is stretched to the page. */
const HEIGHT = 56
const BAR = 10
const LEAST = 8
/** Pixels: few versions do not fill the page. */
const WIDEST = 40

/** A bar per version, oldest on the left; height: logarithm of its lifetime in slots. The text below repeats it. */
export function VersionTimeline({
  marks,
  current,
  shown,
}: {
  marks: readonly HistoryMark[]
  current: string
  shown: ReadonlySet<string>
}) {
  if (marks.length < 2) return null
  const bars = [...marks].reverse()
  const lives = bars.map(({ slot, until }) => (until === null ? null : until - slot))
  const longest = Math.max(1, ...lives.map((life) => life ?? 0))
  const heightOf = (life: number | null) =>
    life === null ? HEIGHT : LEAST + (Math.log1p(life) / Math.log1p(longest)) * (HEIGHT - LEAST)
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return null
  const title = `${counted(bars.length, 'version')} from slot ${groupDigits(first.slot)} to ${groupDigits(last.slot)}`
  const width = bars.length * BAR
  return (
    <>
      <figure className="version-timeline">
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={bars.length * WIDEST}
          preserveAspectRatio="none"
          role="img"
          aria-label={title}
        >
          {bars.map(({ hash, until }, i) => {
            const height = heightOf(lives[i] ?? null)
            const kind = hash === current ? 'current' : until === null ? 'live' : shown.has(hash) ? 'listed' : 'other'
            return (
              <rect
                key={hash}
                data-version={kind}
                x={i * BAR + (bars.length > 60 ? 1 : 1.5)}
                y={HEIGHT - height}
                width={BAR - (bars.length > 60 ? 2 : 3)}
                height={height}
              />
            )
          })}
        </svg>
        <figcaption>
          <span className="number">{`Slot ${groupDigits(first.slot)}`}</span>
          <span className="number">{groupDigits(last.slot)}</span>
        </figcaption>
      </figure>
      <p className="text-xs text-muted">Higher bars lived longer. This version is highlighted.</p>
    </>
  )
}
