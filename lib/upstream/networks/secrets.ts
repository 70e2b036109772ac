import { percentDecoded } from '@/lib/platform/percent-decoded'
import { loopTurn } from '../../platform/turns'
import { spellings } from './spellings'

/*
 * What an indexer's URL holds, looked for in rows, which are shown as they came. Its errors need none of this (known-messages.ts). Whatever cannot be told from a key counts as one.
 */

/** Parts of URLs that everybody knows, and what every answer holds: no keys. */
const WORDS = new Set(
  `http https www com org net app dev pro rpc api json url key apikey token auth authtoken accesstoken authorization basic
  bearer user username password secret local localhost indexer photon compression solana mainnet mainnetbeta beta devnet
  testnet localnet cluster network limit true jsonrpc testaccount result error code message context value items cursor slot
  hash address data discriminator datahash owner lamports tree leafindex seq slotcreated account accounts tokendata mint
  amount delegate state initialized frozen tlv signature blocktime`.split(/\s+/),
)

/** Letters and digits from which a piece is recognised anywhere; a shorter one only as a word of its own. */
const LONG = 8

/** Letters and digits below which a piece is a word such as `v2`. */
const SHORTEST = 3

/** Odd text of one answer, in characters, beyond which it is not searched but counts as a leak. */
const MOST_ODD = 256 * 1024

/** Characters of text in accounts' bytes that are read in every spelling; beyond, keys are looked for as they are. */
const MOST_PRINTABLE = 32 * 1024

/** Characters of text, counted for each spelling, that are read before others have their turn: some ten milliseconds. */
const CHARS_AT_ONCE = 128 * 1024

/** Characters of strings that are searched in one turn. */
const CHARS_IN_TURN = 1024 * 1024

/** Of an identifier of 32 or 64 bytes in base58. */
const IDENTIFIER_CHARS = new Set([43, 44, 87, 88])

/** Bytes in base64, as accounts have them; what hex and base58 have in common with it is checked as words. */
const BYTES = /^[A-Za-z0-9+/]+={0,2}$/
const FEW_CHARS = 24
const HEX = /^[0-9a-f]+$/i
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{0,200}$/

/** Bytes that are text to a reader: true at their places. */
const PRINTABLE = Array.from({ length: 256 }, (_, byte) => /[\x20-\x7e\s]/.test(String.fromCharCode(byte)))

/** The pieces of a URL that may be a key, and whether a text shows one of them in any spelling. */
export class Secrets {
  /** Of long pieces: letters and digits alone, in lower case. */
  readonly #long: string[]
  /** Of short ones, each between characters that are neither letters nor digits; null: there are none. */
  readonly #short: RegExp | null
  /** Long pieces as they may stand in base58, in base64, and in bytes. */
  readonly #forms: string[]
  /** Characters since others had their turn, of all texts together. */
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

  /**
   * True where a string of a checked result holds a piece of the URL. It is searched a portion at a time: others
   * have their turn in between.
   */
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

  /** @param charCounts characters of the same answer that were read in every spelling before. */
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

  /** False for a URL without any piece that could be a key: then answers are not searched. */
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

/** True for an indexer of this machine that is reached without a key, as the embedded one is: its address is no secret. */
function hasNothingToHide({ hostname, port, href }: URL): boolean {
  return isLoopback(hostname) && [`http://${hostname}:${port}/`, `http://${hostname}/`].includes(href)
}

/** What leads to the indexer, and words of a path: bytes of the chain may hold the same by chance. */
function namesIn({ host, hostname, pathname }: URL): string[] {
  const labels = hostname.split('.').filter((label) => fold(label).length >= LONG)
  return [host, ...(isLoopback(hostname) ? [] : [hostname, ...labels]), ...pathname.split('/').filter(isWord)]
}

/** Every piece of a URL that may be a key, as it stands and decoded. */
function keysIn({ username, password, pathname, search, hash }: URL): string[] {
  const inPath = pathname.split('/').filter((piece) => !isWord(piece))
  const inSearch = search
    .slice(1)
    .split('&')
    .flatMap((pair) => {
      const [name = '', ...value] = pair.split('=')
      // A name may be the key itself, where it has no value or reads as none.
      return value.join('') !== '' && isWord(name) ? value.join('=') : [name, value.join('=')]
    })
  const whole = [username, password, ...inPath, ...inSearch, hash.slice(1)]
  const plain = whole.flatMap((piece) => [piece, percentDecoded(piece), percentDecoded(spaced(piece))])
  // `;key=K` in a path, `Bearer K` and `id:K` in a value: each part may be the key.
  return plain.flatMap((piece) => [piece, ...piece.split(/[\s;,:=@&/|]+/)]).filter(Boolean)
}

/** True for what reads as a word of a path: keys have digits or both cases. */
function isWord(piece: string): boolean {
  return /^[a-z]{1,15}(?:[-_.][a-z]{1,15})*$/.test(piece)
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** A query's other spelling of a blank. */
function spaced(text: string): string {
  return text.replaceAll('+', ' ')
}

/** Letters and digits, in lower case: what no quoting or spacing changes. */
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

/** Without those that hold another one: to look for that one is enough. */
function shortestOf(texts: readonly string[]): string[] {
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)))
}

/** A piece as it is, backwards, in hex and in base64: there whatever stands before it, without what neighbours share. */
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

/** All strings of a checked result: the names of its members are the interface's. */
function* stringsIn(result: unknown): Generator<string> {
  const open = [result]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') yield value
    else if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (typeof value === 'object' && value !== null) for (const name in value) open.push(Reflect.get(value, name))
  }
}

/** Strings that are searched in a turn. */
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
