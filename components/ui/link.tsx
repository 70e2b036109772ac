import type { ComponentProps } from 'react'

/**
 * A client-side link. listeners.tsx handles all clicks, so that a thousand links cost what one does. No prefetch: rows are
 * requested only when read. Use a plain `a` for feeds, files and other networks.
 */
export function Link({ scroll = true, ...props }: ComponentProps<'a'> & { href: string; scroll?: boolean }) {
  return <a {...props} data-link={scroll ? '' : 'keep-scroll'} />
}
