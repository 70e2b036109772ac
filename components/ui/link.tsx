import type { ComponentProps } from 'react'

/**
 * A link to another page of Leafscan, which comes without a new document once scripts run; until then, and without them,
 * a link like any other. It has no script of its own: listeners.tsx hears its click, and a list of a thousand costs
 * what one does. Nothing is fetched ahead: a page's rows are asked for when somebody reads them. For feeds, files and
 * another network's pages use a plain `a`.
 */
export function Link({ scroll = true, ...props }: ComponentProps<'a'> & { href: string; scroll?: boolean }) {
  return <a {...props} data-link={scroll ? '' : 'keep-scroll'} />
}
