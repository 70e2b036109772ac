import 'server-only'
import type { NetworkSetting } from '../environment'

/** Where one request goes, for node:http. */
export interface Target {
  secure: boolean
  hostname: string
  port: string
  path: string
  headers: Record<string, string>
}

/** Shorter pieces of a URL are words such as `v2`, not keys. */
const SECRET_CHARS = 8

/**
 * The base URL of an indexer. It may carry a key in its path, query or user-info, so it can be used but not read: the
 * fields are private to the runtime too, and neither JSON nor console shows them.
 */
export class Endpoint {
  readonly #url: URL
  readonly #path: 'method' | 'base'
  readonly #secrets: readonly string[]
  /** True for an indexer on this machine. */
  readonly loopback: boolean

  constructor(setting: Pick<NetworkSetting, 'url' | 'path'>) {
    this.#url = new URL(setting.url)
    this.#path = setting.path
    this.#secrets = secretsIn(this.#url)
    this.loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(this.#url.hostname)
  }

  /**
   * Where `method` is asked: its name is put into the path, before the query (Interface 1, rule 1), unless the indexer
   * wants requests at the base URL (INDEXER_PATH). User-info becomes an Authorization header.
   */
  target(method: string): Target {
    const { protocol, hostname, port, pathname, search, username, password } = this.#url
    const path = this.#path === 'base' ? pathname : `${pathname.replace(/\/+$/, '')}/${method}`
    const credentials = `${decoded(username)}:${decoded(password)}`
    return {
      secure: protocol === 'https:',
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: path + search,
      headers:
        username || password ? { authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}` } : {},
    }
  }

  /** Text of the indexer's without anything that stands in its URL: gateways like to repeat a key they refuse. */
  redact(text: string): string {
    return this.#secrets.reduce((clean, secret) => clean.replaceAll(secret, '•••'), text)
  }
}

/** Every piece of a URL that may be a key or lead to one, longest first. */
function secretsIn(url: URL): string[] {
  const { href, origin, host, username, password, search, searchParams, pathname } = url
  const pieces = [pathname, ...pathname.split('/'), search, ...searchParams.values()].filter(
    (piece) => piece.length >= SECRET_CHARS,
  )
  const raw = [href, origin, host, username, password, ...pieces]
  const all = raw.flatMap((piece) => [piece, decoded(piece), encodeURIComponent(piece), base64(piece)])
  all.push(base64(`${decoded(username)}:${decoded(password)}`))
  return [...new Set(all)].filter((piece) => piece.length >= 4).sort((a, b) => b.length - a.length)
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

/** Percent-decoded text; as it stands where the encoding is broken. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
