import type { ReactNode } from 'react'

/** One line of what is known of an account. Inside a list of the class `facts`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
