import { counted } from '@/lib/format/numbers'
import { formatShare, type MintExposure, permille, totalOf } from '@/lib/wallet/exposure'

const WIDTH = 1_000

export function Shares({ of: { top, total, parties }, noun }: { of: MintExposure; noun: string }) {
  const largest = top[0]
  if (!largest || total === 0n) return <span className="text-muted">no amount</span>
  const count = counted(parties, noun)
  const words = parties === 1 ? count : `${count}, largest ${formatShare(totalOf(largest), total)}`
  const shares = top.map((party) => permille(totalOf(party), total))
  const starts = shares.map((_, i) => shares.slice(0, i).reduce((sum, share) => sum + share, 0))
  const named = shares.reduce((sum, share) => sum + share, 0)
  return (
    <span className="inline-flex items-center gap-3 align-middle">
      <svg
        viewBox={`0 0 ${WIDTH} 10`}
        preserveAspectRatio="none"
        className="h-2 w-28 shrink-0 rounded max-sm:w-16"
        role="img"
        aria-label={words}
      >
        <rect x={named} width={WIDTH - named} height="10" className="fill-line" />
        {top.map(({ party }, i) => (
          <rect
            key={party}
            x={starts[i]}
            width={Math.max(0, (shares[i] ?? 0) - 6)}
            height="10"
            className="fill-leaf"
            fillOpacity={Math.max(0.35, 1 - i * 0.1)}
          />
        ))}
      </svg>
      <span className="number text-xs text-muted" aria-hidden="true">
        {words}
      </span>
    </span>
  )
}
