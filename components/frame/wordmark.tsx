/** The name with its sign: a leaf whose veins are a small Merkle tree. `compact`: on a phone the sign alone. */
export function Wordmark({ compact = false }: { compact?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-base font-semibold sm:gap-2 sm:text-lg tracking-tight">
      <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
        <path
          className="fill-leaf"
          d="M20.5 2.5c.9 8.9-1.6 16-9 16.9-4.6.6-7.8-2.3-7.9-6.5C3.5 6.2 10.7 2.7 20.5 2.5z"
        />
        <g className="stroke-surface" fill="none" strokeWidth="1.4" strokeLinecap="round">
          <path d="M3.5 21.5 15.5 8" />
          <path d="M8.3 16.1V11M8.3 16.1h5.2M11.8 12.2V8.3M11.8 12.2h4.4" />
        </g>
      </svg>
      <span className={compact ? 'max-sm:sr-only' : undefined}>Leafscan</span>
    </span>
  )
}
