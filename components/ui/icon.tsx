export function Icon({ d, fill = 'none' }: { d: string; fill?: string | undefined }) {
  return (
    <svg viewBox="0 0 16 16" className="size-4 in-aria-pressed:fill-current" fill={fill} aria-hidden="true">
      <path d={d} stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}

export function Star({ fill }: { fill?: string }) {
  return <Icon d="M8 1.9l1.9 3.9 4.3.6-3.1 3 .7 4.2L8 11.6l-3.8 2 .7-4.2-3.1-3 4.3-.6z" fill={fill} />
}
