import { atText, type RowPosition, readAt } from '@/lib/listing/address/list-address'

/** The place that the address bar names, which may be newer than the page's own parameters. */
export function placeInUrl(): RowPosition | null {
  return readAt(new URLSearchParams(location.search).get('at') ?? '')
}

/** Replaces the place in the address bar, so that a reload and a copied link lead back to it. */
export function writePlaceToUrl(place: RowPosition | null): void {
  const search = new URLSearchParams(location.search)
  if (place === null) search.delete('at')
  else search.set('at', atText(place))
  const text = search.toString().replaceAll('%3A', ':')
  const path = text === '' ? location.pathname : `${location.pathname}?${text}`
  if (path === location.pathname + location.search) return
  // The browser's own replaceState, not the router's wrapper, which cancels a navigation in progress and renders
  // everything again. The fragment holds the reader's layout of the data.
  History.prototype.replaceState.call(history, history.state, '', path + location.hash)
}
