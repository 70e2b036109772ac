import { base58 } from '@scure/base'

/* Keys wherever an indexer's URL may carry one, in the spellings in which gateways repeat them. facts/reliability.md (e) S03. */

export const CANARIES = {
  user: 'CANARY@user:5d1e',
  password: 'CANARY@word:8b07',
  segment: 'CANARY@path:c3f2',
  pathParameter: 'CANARY-param-77aa',
  value: 'CANARY/query:94ae',
  /** Sent as is: form decoding turns the plus into a blank. */
  plus: 'CANARY+plus+61fe',
  bareName: 'CANARY-bare-0d3b',
  bearer: 'CANARY-bearer-e21c',
  afterId: 'CANARY-id-9f40',
  /** Short enough to pass for a word; the tilde makes it findable. */
  short: 'Kq7~Zx',
} as const

export const CURSOR_KEY = 'CANARY/cursor:70b9+e4'

export type KindOfKey = keyof typeof CANARIES

const e = encodeURIComponent

const PLACES: Record<KindOfKey, { userInfo?: string; path?: string; query?: string }> = {
  user: { userInfo: e(CANARIES.user) },
  password: { userInfo: `:${e(CANARIES.password)}` },
  segment: { path: `/${e(CANARIES.segment)}` },
  pathParameter: { path: `/;key=${CANARIES.pathParameter}` },
  value: { query: `api-key=${e(CANARIES.value)}` },
  plus: { query: `plus=${CANARIES.plus}` },
  bareName: { query: CANARIES.bareName },
  bearer: { query: `auth=Bearer%20${CANARIES.bearer}` },
  afterId: { query: `login=id:${CANARIES.afterId}` },
  short: { query: `k=${CANARIES.short}` },
}

export function withCanaries(url: string, kinds = Object.keys(CANARIES) as KindOfKey[]): string {
  const { protocol, host, pathname } = new URL(url)
  const parts = kinds.map((kind) => PLACES[kind])
  const joined = (part: 'userInfo' | 'path' | 'query', by: string) => parts.flatMap((each) => each[part] ?? []).join(by)
  const userInfo = joined('userInfo', '')
  const path = `${pathname.replace(/\/$/, '')}${joined('path', '')}/`
  const query = joined('query', '&')
  return `${protocol}//${userInfo && `${userInfo}@`}${host}${path}${query && `?${query}`}`
}

const hex = (text: string) => Buffer.from(text).toString('hex')
const each = (text: string, spell: (code: string) => string) =>
  [...text].map((character) => spell(character.charCodeAt(0).toString(16).padStart(4, '0'))).join('')

export const ENCODINGS = {
  'as it is': (key) => key,
  percent: e,
  'percent twice': (key) => e(e(key)),
  base64: (key) => Buffer.from(key).toString('base64'),
  base64url: (key) => Buffer.from(key).toString('base64url'),
  hex,
  'upper-case hex': (key) => hex(key).toUpperCase(),
  backwards: (key) => [...key].reverse().join(''),
  'JSON escapes': (key) => each(key, (code) => `\\u${code}`),
  entities: (key) => each(key, (code) => `&#x${code};`),
  base58: (key) => base58.encode(Buffer.from(key)),
} satisfies Record<string, (key: string) => string>

export const ALL_CANARIES = Object.values(CANARIES)
  .flatMap((key) => Object.values(ENCODINGS).map((encode) => encode(key)))
  .join(' ')

export function secretsOf(urls: readonly string[]): string[] {
  const keys = [...Object.values(CANARIES), CURSOR_KEY].flatMap((key) =>
    key.includes('+') ? [key, key.replaceAll('+', ' ')] : [key],
  )
  const forms = keys.flatMap((key) => [
    ...Object.values(ENCODINGS).map((encode) => encode(key)),
    JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
    ...base64Forms(key),
    ...base64Forms(e(key)),
  ])
  return [...new Set([...forms, ...urls.map((url) => new URL(url).host)])]
}

/** Three alignments, without the characters that neighbours share. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + text).toString('base64')
    return encoded.replace(/=+$/, '').slice(shift === 0 ? 0 : shift + 1, -1)
  })
}
