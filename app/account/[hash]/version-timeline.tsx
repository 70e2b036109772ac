import type { HistoryMark } from '@/lib/account/history/contract'
import { counted, groupDigits } from '@/lib/format/numbers'

/** Units of the drawing: its width is stretched to the page's. */
const HEIGHT = 56
const BAR = 10
const LEAST = 8
/** Pixels of a bar where there is room: few versions do not fill the page. */
const WIDEST = 40

/**
 * The known versions as bars, oldest on the left: the longer a version lived, the higher its bar (by the logarithm of its
 * slots). Drawn by the server; what it shows stands in words below it.
 */
export function VersionTimeline({
  marks,
  current,
  shown,
}: {
  /** Newest first. */
  marks: readonly HistoryMark[]
  /** Hash of the version of the page. */
  current: string
  /** Hashes of the versions that the page lists. */
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
