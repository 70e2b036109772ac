import type { ReactNode } from 'react'

/** In place of what a page would show. */
export function Notice({
  title,
  text,
  className = '',
  children,
}: {
  title: ReactNode
  text: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <section className={`panel p-4 ${className}`}>
      <h2 className="text-base">{title}</h2>
      <p className="mt-1 max-w-prose text-sm">{text}</p>
      {children}
    </section>
  )
}
