import { type Cluster, helpHref } from '../page/address'

/*
 * Addresses of the run book: apart from address.ts, so that a first visit loads no more than it needs.
 */

/** The run book; @param about the name of an alert, or a verdict, whose part it is opened at. */
export function onCallHref(cluster?: Cluster, about?: string): string {
  const page = helpHref(cluster).replace('/help', '/help/on-call')
  return page + (about === undefined ? '' : `#${runBookAnchor(about)}`)
}

/** Where in the run book an alert or a verdict is explained: docs/on-call.md has the same anchors for alerts. */
export function runBookAnchor(about: string): string {
  return /^[A-Z]/.test(about) ? about.toLowerCase() : `verdict-${about}`
}
