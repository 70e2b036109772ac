/**
 * Addresses of this page with a row open, or with none. The rest of the query is written once for all rows: a thousand
 * rows with a long query would take seconds.
 */
export function openRowAddresses(pathname: string, search: URLSearchParams): (hash: string | null) => string {
  const others = new URLSearchParams(search)
  others.delete('open')
  const rest = textOf(others)
  return (hash) => {
    const text = [rest, hash === null ? '' : textOf(new URLSearchParams({ open: hash }))].filter(Boolean).join('&')
    return text === '' ? pathname : `${pathname}?${text}`
  }
}

function textOf(search: URLSearchParams): string {
  return search.toString().replaceAll('%3A', ':')
}
