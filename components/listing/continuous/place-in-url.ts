import { atText, type RowPosition, readAt } from '@/lib/listing/address/list-address'

export function placeInUrl(): RowPosition | null {
  return readAt(new URLSearchParams(location.search).get('at') ?? '')
}

export function writePlaceToUrl(place: RowPosition | null): void {
  const search = new URLSearchParams(location.search)
  if (place === null) search.delete('at')
  else search.set('at', atText(place))
  const text = search.toString().replaceAll('%3A', ':')
  const path = text === '' ? location.pathname : `${location.pathname}?${text}`
  if (path === location.pathname + location.search) return
  // Native replaceState: the router's wrapper cancels pending navigation and renders everything again. The fragment holds the
  // reader's layout.
  History.prototype.replaceState.call(history, history.state, '', path + location.hash)
}
