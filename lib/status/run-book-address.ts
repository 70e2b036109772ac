import { type Cluster, helpHref } from '../page/address'

/* Not in address.ts, so that a first visit loads less code. */

export function onCallHref(cluster?: Cluster, about?: string): string {
  const page = helpHref(cluster).replace('/help', '/help/on-call')
  return page + (about === undefined ? '' : `#${runBookAnchor(about)}`)
}

/** docs/on-call.md has the same anchors for alerts. */
export function runBookAnchor(about: string): string {
  return /^[A-Z]/.test(about) ? about.toLowerCase() : `verdict-${about}`
}
