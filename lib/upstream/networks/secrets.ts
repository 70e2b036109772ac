import { base58 } from '@scure/base'
import { percentDecoded } from '../../platform/percent-decoded'
import { loopTurn } from '../../platform/turns'

/* Searches rows, which are shown unchanged, for parts of the indexer's URL, each of which may be a key. */

/** Words that cannot be keys, common in URLs and answers. */
const WORDS = new Set(
  `http https www com org net app dev pro rpc api json url key apikey token auth authtoken accesstoken authorization basic
  bearer user username password secret local localhost indexer photon compression solana mainnet mainnetbeta beta devnet
  testnet localnet cluster network limit true jsonrpc testaccount result error code message context value items cursor slot
  hash address data discriminator datahash owner lamports tree leafindex seq slotcreated account accounts tokendata mint
  amount delegate state initialized frozen tlv signature blocktime`.split(/\s+/),
)

/** Pieces of at least this many characters are matched anywhere, shorter ones only as whole words. */
const LONG = 8

const SHORTEST = 3

/** An answer with more characters of unusual text counts as a leak without a search. */
const MAX_UNUSUAL_CHARS = 256 * 1024

/** Account data with more printable characters are searched as they are, not decoded. */
const MAX_PRINTABLE_CHARS = 32 * 1024

/** Characters decoded between yields: some ten milliseconds. */
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
  /** Long pieces as they appear inside base58 and base64. */
  readonly #forms: string[]
  #charsAtOnce = 0

  constructor(url: URL) {
    const names = isPlainLoopback(url) ? [] : namesIn(url)
    const keys = keysIn(url)
    const folded = new Set(
      [...names, ...keys].map(fold).filter((piece) => piece.length >= SHORTEST && !WORDS.has(piece)),
    )
    this.#long = shortestOf([...folded].filter((piece) => piece.length >= LONG))
    this.#short = alone([...names, ...keys].filter((piece) => folded.has(fold(piece)) && fold(piece).length < LONG))
    this.#forms = shortestOf([...new Set(keys.filter((piece) => this.#long.includes(fold(piece))).flatMap(formsOf))])
  }

  /** Also true if there is too much unusual text to search. */
  async inResult(result: unknown): Promise<boolean> {
    if (this.#long.length === 0 && this.#short === null) return false
    const counts = { odd: 0, printable: 0 }
    let portion: string[] = []
    let chars = 0
    for (const text of stringsIn(result)) {
      portion.push(text)
      chars += text.length
      if (chars < CHARS_IN_TURN) continue
      if (await this.#inPortion(portion, counts)) return true
      await loopTurn()
      portion = []
      chars = 0
    }
    return this.#inPortion(portion, counts)
  }

  async #inPortion(strings: readonly string[], counts: { odd: number; printable: number }): Promise<boolean> {
    const shaped: string[] = []
    const odd = new Set<string>()
    for (const text of strings) {
      if (isIdentifier(text)) shaped.push(text)
      else if (isBytes(text)) {
        const bytes = Buffer.from(text, 'base64')
        const words = bytes.toString('latin1')
        shaped.push(text, words)
        if (!bytes.every((byte) => PRINTABLE[byte])) continue
        if (!odd.has(words)) counts.printable += words.length
        if (counts.printable <= MAX_PRINTABLE_CHARS) odd.add(words)
      } else if (!odd.has(text)) {
        counts.odd += text.length
        odd.add(text)
      }
    }
    const whole = shaped.join('\n')
    if (this.#forms.some((form) => whole.includes(form)) || counts.odd > MAX_UNUSUAL_CHARS) return true
    const oddText = [...odd].join('\n')
    for (const spelling of spellings(oddText)) {
      const folded = fold(spelling)
      if (this.#long.some((piece) => folded.includes(piece)) || this.#short?.test(spelling)) return true
      this.#charsAtOnce += oddText.length
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

function isPlainLoopback({ hostname, port, href }: URL): boolean {
  return isLoopback(hostname) && [`http://${hostname}:${port}/`, `http://${hostname}/`].includes(href)
}

/** Host names, which chain data may contain by chance. */
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
      // A parameter without a value, or whose name is no word, may be the key itself.
      return value.join('') !== '' && isWord(name) ? value.join('=') : [name, value.join('=')]
    })
  const whole = [username, password, ...inPath, ...inSearch, hash.slice(1)]
  const plain = whole.flatMap((piece) => [piece, percentDecoded(piece), percentDecoded(spaced(piece))])
  // Splits `;key=K` in a path, `Bearer K` and `id:K` in a value: each part may be the key.
  return plain.flatMap((piece) => [piece, ...piece.split(/[\s;,:=@&/|]+/)]).filter(Boolean)
}

/** Unlike keys, words have no digits and one case. */
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

/** The piece in base64 at each of three alignments, without characters that also depend on adjacent bytes. */
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
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) open.push(member)
  }
}

const bytesIn = (text: string, encoding: 'hex' | 'base64') => Buffer.from(text, encoding).toString('utf8')

/** Decodes each run at several offsets, because other text may precede base64 and hex in a run. */
const readRuns = (text: string, runs: RegExp, starts: number, read: (run: string) => string) =>
  Array.from({ length: starts }, (_, skipped) =>
    (text.match(runs) ?? []).map((run) => read(run.slice(skipped))).join('\n'),
  )

const ESCAPES = /\\u\{?([0-9a-f]{4})\}?|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?/gi

function character(codes: readonly (string | undefined)[]): string {
  const at = codes.findIndex((code) => code !== undefined)
  const code = Number.parseInt(codes[at] ?? '', at === 3 ? 10 : 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** Decodings of text, since gateways escape and encode what they repeat. */
const READINGS: readonly ((text: string) => string[])[] = [
  (text) => [text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => bytesIn(run.replaceAll('%', ''), 'hex'))],
  (text) => [text.replace(ESCAPES, (_, ...codes: (string | undefined)[]) => character(codes.slice(0, 4)))],
  (text) => [[...text].reverse().join('')],
  (text) =>
    readRuns(text, /(?:[0-9a-f]{2}[\s:,-]?){3,}[0-9a-f]?/gi, 2, (run) => bytesIn(run.replace(/\W/g, ''), 'hex')),
  (text) => readRuns(text, /[A-Za-z0-9+/_-]{4,}/g, 4, (run) => bytesIn(run, 'base64')),
  (text) =>
    readRuns(text, /\b[1-9A-HJ-NP-Za-km-z]{4,128}\b/g, 1, (run) => Buffer.from(base58.decode(run)).toString('utf8')),
]

/** Longer text is decoded only once, which bounds the cost of hostile text. */
const SHORT_TEXT = 2_048
const MAX_SPELLINGS = 250

function* spellings(text: string): Generator<string> {
  const all = new Set([text])
  let last = [text]
  yield text
  for (let depth = text.length <= SHORT_TEXT ? 3 : 1; depth > 0; depth--) {
    const next: string[] = []
    for (const reading of READINGS) {
      for (const read of last.flatMap(reading)) {
        if (all.has(read)) continue
        if (all.size >= MAX_SPELLINGS) return
        all.add(read)
        next.push(read)
        yield read
      }
    }
    last = next
  }
}
