import { percentDecoded } from '@/lib/platform/percent-decoded'
import { loopTurn } from '../../platform/turns'
import { spellings } from './spellings'

/* Searches rows, which are shown unchanged, for parts of the indexer's URL. Anything that may be a key counts as one. */

/** Common parts of URLs and answers, which cannot be keys. */
const WORDS = new Set(
  `http https www com org net app dev pro rpc api json url key apikey token auth authtoken accesstoken authorization basic
  bearer user username password secret local localhost indexer photon compression solana mainnet mainnetbeta beta devnet
  testnet localnet cluster network limit true jsonrpc testaccount result error code message context value items cursor slot
  hash address data discriminator datahash owner lamports tree leafindex seq slotcreated account accounts tokendata mint
  amount delegate state initialized frozen tlv signature blocktime`.split(/\s+/),
)

/** Characters from which a piece is matched anywhere; shorter ones only as whole words. */
const LONG = 8

const SHORTEST = 3

/** Characters of unusual text per answer; beyond, it counts as a leak unsearched. */
const MOST_ODD = 256 * 1024

/** Printable characters of account data read in every spelling; beyond, only searched as is. */
const MOST_PRINTABLE = 32 * 1024

/** Characters decoded before yielding: some ten milliseconds. */
const CHARS_AT_ONCE = 128 * 1024

const CHARS_IN_TURN = 1024 * 1024

const IDENTIFIER_CHARS = new Set([43, 44, 87, 88])

const BYTES = /^[A-Za-z0-9+/]+={0,2}$/
const FEW_CHARS = 24
const HEX = /^[0-9a-f]+$/i
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{0,200}$/

const PRINTABLE = Array.from({ length: 256 }, (_, byte) => /[\x20-\x7e\s]/.test(String.fromCharCode(byte)))

export class Secrets {
  readonly #long: string[]
  readonly #short: RegExp | null
  readonly #forms: string[]
  #charsAtOnce = 0

  constructor(url: URL) {
    const names = hasNothingToHide(url) ? [] : namesIn(url)
    const keys = keysIn(url)
    const folded = [...new Set([...names, ...keys].map(fold))].filter(
      (piece) => piece.length >= SHORTEST && !WORDS.has(piece),
    )
    this.#long = shortestOf(folded.filter((piece) => piece.length >= LONG))
    this.#short = alone(
      [...names, ...keys].filter((piece) => folded.includes(fold(piece)) && fold(piece).length < LONG),
    )
    const long = keys.filter((piece) => this.#long.includes(fold(piece)))
    this.#forms = shortestOf([...new Set(long.flatMap(formsOf))])
  }

  async inResult(result: unknown): Promise<boolean> {
    return this.#hasAny && this.#inStrings(stringsIn(result))
  }

  async #inStrings(strings: Iterable<string>): Promise<boolean> {
    const charCounts = { odd: 0, printable: 0 }
    let first = true
    for (const portion of portionsOf(strings)) {
      if (!first) await loopTurn()
      first = false
      if (await this.#inPortion(portion, charCounts)) return true
    }
    return false
  }

  async #inPortion(strings: readonly string[], charCounts: { odd: number; printable: number }): Promise<boolean> {
    const shaped: string[] = []
    const odd = new Set<string>()
    for (const text of strings) {
      if (isIdentifier(text)) shaped.push(text)
      else if (isBytes(text)) {
        const bytes = Buffer.from(text, 'base64')
        if (this.#forms.length > 0) shaped.push(text, bytes.toString('latin1'))
        if (!bytes.every((byte) => PRINTABLE[byte])) continue
        const words = bytes.toString('latin1')
        if (!odd.has(words)) charCounts.printable += words.length
        if (charCounts.printable <= MOST_PRINTABLE) odd.add(words)
      } else if (!odd.has(text)) {
        charCounts.odd += text.length
        odd.add(text)
      }
    }
    if (this.#forms.length > 0 && this.#standsIn(shaped.join('\n'))) return true
    return charCounts.odd > MOST_ODD || this.#isSpelledIn([...odd].join('\n'))
  }

  get #hasAny(): boolean {
    return this.#long.length > 0 || this.#short !== null
  }

  #standsIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form))
  }

  async #isSpelledIn(text: string): Promise<boolean> {
    for (const spelling of spellings(text)) {
      const folded = fold(spelling)
      if (this.#long.some((piece) => folded.includes(piece))) return true
      if (this.#short?.test(spelling)) return true
      this.#charsAtOnce += text.length
      if (this.#charsAtOnce <= CHARS_AT_ONCE) continue
      this.#charsAtOnce = 0
      await loopTurn()
    }
    return false
  }
}

function isIdentifier(text: string): boolean {
  return IDENTIFIER_CHARS.has(text.length) && BASE58.test(text) && !HEX.test(text)
}

function isBytes(text: string): boolean {
  if (text.length < FEW_CHARS || text.length % 4 !== 0 || !BYTES.test(text)) return false
  return !BASE58.test(text) && !HEX.test(text)
}

function hasNothingToHide({ hostname, port, href }: URL): boolean {
  return isLoopback(hostname) && [`http://${hostname}:${port}/`, `http://${hostname}/`].includes(href)
}

/** Apart from keys: chain data may contain these by chance. */
function namesIn({ host, hostname, pathname }: URL): string[] {
  const labels = hostname.split('.').filter((label) => fold(label).length >= LONG)
  return [host, ...(isLoopback(hostname) ? [] : [hostname, ...labels]), ...pathname.split('/').filter(isWord)]
}

function keysIn({ username, password, pathname, search, hash }: URL): string[] {
  const inPath = pathname.split('/').filter((piece) => !isWord(piece))
  const inSearch = search
    .slice(1)
    .split('&')
    .flatMap((pair) => {
      const [name = '', ...value] = pair.split('=')
      // The name itself may be the key, where it has no value or is no word.
      return value.join('') !== '' && isWord(name) ? value.join('=') : [name, value.join('=')]
    })
  const whole = [username, password, ...inPath, ...inSearch, hash.slice(1)]
  const plain = whole.flatMap((piece) => [piece, percentDecoded(piece), percentDecoded(spaced(piece))])
  // `;key=K` in a path, `Bearer K` and `id:K` in a value: each part may be the key.
  return plain.flatMap((piece) => [piece, ...piece.split(/[\s;,:=@&/|]+/)]).filter(Boolean)
}

/** Keys have digits or both cases. */
function isWord(piece: string): boolean {
  return /^[a-z]{1,15}(?:[-_.][a-z]{1,15})*$/.test(piece)
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

function spaced(text: string): string {
  return text.replaceAll('+', ' ')
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function alone(pieces: readonly string[]): RegExp | null {
  if (pieces.length === 0) return null
  const any = [...new Set(pieces)].map((piece) => piece.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'iu')
}

function shortestOf(texts: readonly string[]): string[] {
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)))
}

/** Base64 at each alignment, without the characters shared with neighbours. */
function formsOf(piece: string): string[] {
  const bytes = Buffer.from(piece, 'utf8')
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    return encoded.replace(/=+$/, '').slice(shift === 0 ? 0 : shift + 1, -1)
  })
  const latin1 = bytes.toString('latin1')
  return [latin1, [...latin1].reverse().join(''), hex, hex.toUpperCase(), ...base64]
}

function* stringsIn(result: unknown): Generator<string> {
  const open = [result]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') yield value
    else if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (typeof value === 'object' && value !== null) for (const name in value) open.push(Reflect.get(value, name))
  }
}

function* portionsOf(strings: Iterable<string>): Generator<string[]> {
  let portion: string[] = []
  let chars = 0
  for (const text of strings) {
    portion.push(text)
    chars += text.length
    if (chars < CHARS_IN_TURN) continue
    yield portion
    portion = []
    chars = 0
  }
  yield portion
}
