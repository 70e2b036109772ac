/*
 * Secrets that a test puts wherever an indexer's URL may carry one, and the search for them in what came out. Each has
 * characters that look otherwise once they are encoded. facts/reliability.md (e) S03.
 */

const CANARIES = {
  user: 'CANARY@user:5d1e',
  password: 'CANARY@word:8b07',
  path: 'CANARY@path:c3f2',
  query: 'CANARY/query:94ae',
} as const

/** What cursors are signed with, where secrets are looked for. */
export const CURSOR_KEY = 'CANARY/cursor:70b9+e4'

/** A base URL with a secret in its user-info, behind its path and in its query. */
export function withCanaries(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  const { user, password, path, query } = CANARIES
  const e = encodeURIComponent
  return `${protocol}//${e(user)}:${e(password)}@${host}${pathname.replace(/\/$/, '')}/${e(path)}/?api-key=${e(query)}`
}

/** All secrets in one text, as an indexer that likes to repeat them would say. */
export const ALL_CANARIES = Object.values(CANARIES)
  .flatMap((canary) => [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')])
  .join(' ')

/** What a text must not hold: each secret as it is, percent-encoded, in base64 at any offset; and the address. */
export function secretsOf(urls: readonly string[]): string[] {
  const forms = [...Object.values(CANARIES), CURSOR_KEY].flatMap((canary) => [
    canary,
    encodeURIComponent(canary),
    encodeURIComponent(encodeURIComponent(canary)),
    JSON.stringify(canary).slice(1, -1).replaceAll('/', '\\/'),
    ...base64Forms(canary),
    ...base64Forms(encodeURIComponent(canary)),
  ])
  return [...new Set([...forms, ...urls.map((url) => new URL(url).host)])]
}

/** Base64 of a text wherever it stands in a longer one: three alignments, without the characters that neighbours share. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + text).toString('base64')
    return encoded.replace(/=+$/, '').slice(shift === 0 ? 0 : shift + 1, -1)
  })
}
