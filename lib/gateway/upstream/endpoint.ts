import { percentDecoded } from '@/lib/percent-decoded'
import 'server-only'
import type { NetworkSetting } from '../../environment'

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
  readonly #secrets: RegExp
  /** True for an indexer on this machine. */
  readonly loopback: boolean

  constructor(setting: Pick<NetworkSetting, 'url' | 'path'>) {
    this.#url = new URL(setting.url)
    this.#path = setting.path
    // Case aside, because percent-encoding has two.
    this.#secrets = new RegExp(secretsIn(this.#url).map(escaped).join('|'), 'gi')
    this.loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(this.#url.hostname)
  }

  /**
   * Where `method` is asked: its name is put into the path, before the query (Interface 1, rule 1), unless the indexer
   * wants requests at the base URL (INDEXER_PATH). User-info becomes an Authorization header.
   */
  target(method: string): Target {
    const { protocol, hostname, port, pathname, search, username, password } = this.#url
    const path = this.#path === 'base' ? pathname : `${pathname.replace(/\/+$/, '')}/${method}`
    const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`
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
    return text.replaceAll(this.#secrets, '•••')
  }
}

/** Shorter forms stand in ordinary words. */
const REDACTED_CHARS = 4

/** Every piece of a URL that may be a key or lead to one, in the forms in which gateways repeat it, longest first. */
function secretsIn(url: URL): string[] {
  const { href, origin, host, username, password, search, searchParams, pathname } = url
  const pieces = [pathname, ...pathname.split('/'), search, ...searchParams.values()].filter(
    (piece) => piece.length >= SECRET_CHARS,
  )
  const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`
  const plain = [href, origin, host, username, password, credentials, ...pieces].flatMap((piece) => [
    piece,
    percentDecoded(piece),
  ])
  const forms = plain.flatMap((piece) => [piece, encodeURIComponent(piece), ...base64(piece)])
  return [...new Set(forms)].filter((form) => form.length >= REDACTED_CHARS).sort((a, b) => b.length - a.length)
}

/** Base64 of a text: as a whole, and what of it shows wherever the text stands in a longer one (three alignments). */
function base64(text: string): string[] {
  const encoded = (before: string) => Buffer.from(before + text, 'utf8').toString('base64')
  const inside = ['', ' ', '  '].map((before) =>
    encoded(before)
      .replace(/=+$/, '')
      .slice(before === '' ? 0 : before.length + 1, -1),
  )
  return [encoded(''), ...inside]
}

/** Text that stands for itself in a regular expression. */
function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
